import dev.warpbroker.device.*;
import dev.warpbroker.graphs.*;
import dev.warpbroker.graphs.search.*;

/*
 * The shortest way through a maze, by breadth-first search of a graph. Cells are vertices, openings between them edges.
 *
 * Run it with: ./warpbroker java examples/Maze.java
 */

static final int WIDTH = 30;
static final int HEIGHT = 10;

void main() {
    Graph maze = maze(new Random(11));
    int exit = WIDTH * HEIGHT - 1;
    try (var device = Device.open()) {
        BfsResult found = Bfs.search(device, maze, 0);
        int steps = found.distances()[exit];
        int expected = Bfs.sequential(maze, 0).distances()[exit];
        if (steps != expected) {
            throw new AssertionError("the way takes " + steps + " steps; must be " + expected);
        }
        print(maze, found.pathTo(exit));
        IO.println("on " + device + ":");
        IO.println(steps + " steps"); // 74 steps
    }
}

/** A tree that spans all cells, grown at random, and some more openings. */
static Graph maze(Random random) {
    var openings = new ArrayList<Integer>();
    var reached = new boolean[WIDTH * HEIGHT];
    var stack = new ArrayDeque<>(List.of(0));
    reached[0] = true;
    while (!stack.isEmpty()) {
        int cell = stack.peek();
        var neighbours = neighbours(cell);
        Collections.shuffle(neighbours, random);
        var next =
                neighbours.stream().filter(neighbour -> !reached[neighbour]).findFirst();
        if (next.isEmpty()) {
            stack.pop();
            continue;
        }
        openings.addAll(List.of(cell, next.get()));
        reached[next.get()] = true;
        stack.push(next.get());
    }
    for (int i = 0; i < WIDTH; i++) {
        int cell = random.nextInt(WIDTH * HEIGHT);
        openings.addAll(List.of(cell, neighbours(cell).getFirst()));
    }
    int[] edges = openings.stream().mapToInt(cell -> cell).toArray();
    return Graph.ofEdges("maze", WIDTH * HEIGHT, true, edges);
}

static List<Integer> neighbours(int cell) {
    var neighbours = new ArrayList<Integer>();
    int x = cell % WIDTH;
    int y = cell / WIDTH;
    for (int[] step : new int[][] {{1, 0}, {0, 1}, {-1, 0}, {0, -1}}) {
        int nextX = x + step[0];
        int nextY = y + step[1];
        if (nextX >= 0 && nextX < WIDTH && nextY >= 0 && nextY < HEIGHT) {
            neighbours.add(nextY * WIDTH + nextX);
        }
    }
    return neighbours;
}

static void print(Graph maze, int[] path) {
    var onPath = new BitSet();
    Arrays.stream(path).forEach(onPath::set);
    IO.println("+--".repeat(WIDTH) + "+");
    for (int y = 0; y < HEIGHT; y++) {
        var cells = new StringBuilder("|");
        var floor = new StringBuilder("+");
        for (int cell = y * WIDTH; cell < (y + 1) * WIDTH; cell++) {
            boolean right = cell % WIDTH + 1 < WIDTH && maze.hasEdge(cell, cell + 1);
            boolean down = y + 1 < HEIGHT && maze.hasEdge(cell, cell + WIDTH);
            cells.append(onPath.get(cell) ? "##" : "  ").append(right ? " " : "|");
            floor.append(down ? "  +" : "--+");
        }
        IO.println(cells);
        IO.println(floor);
    }
}
