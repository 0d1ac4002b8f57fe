package dev.warpbroker.release;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** A published pom, which stands alone: it has no parent. */
record Pom(Document document) {
    /** What Maven Central asks for. */
    private static final List<String> NEEDED = List.of(
            "groupId",
            "artifactId",
            "version",
            "name",
            "description",
            "url",
            "licenses/license/name",
            "licenses/license/url",
            "developers/developer/name",
            "scm/connection",
            "scm/developerConnection",
            "scm/url");

    private static final String DEPENDENCY_OF_USERS = "/project/dependencies/dependency[not(scope='provided') and"
            + " not(scope='test') and not(optional='true') and groupId!='dev.warpbroker']/artifactId";

    static Pom read(Path file) throws IOException {
        try {
            return new Pom(
                    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile()));
        } catch (ParserConfigurationException | SAXException damaged) {
            throw new IOException(file + " is no pom: " + damaged.getMessage(), damaged);
        }
    }

    /** {@return the elements that Maven Central asks for and that are not there} */
    List<String> missing() {
        var missing = new ArrayList<>(NEEDED.stream()
                .filter(element -> texts("/project/" + element).stream().allMatch(String::isBlank))
                .toList());
        if (!texts("/project/parent").isEmpty()) {
            missing.add("independence: it names a parent");
        }
        return missing;
    }

    /** {@return the artifacts of others that users would get} */
    List<String> foreign() {
        return texts(DEPENDENCY_OF_USERS);
    }

    /** {@return the artifacts whose versions it fixes} */
    List<String> managed() {
        return texts("/project/dependencyManagement/dependencies/dependency/artifactId");
    }

    /** {@return whether it describes a jar} */
    boolean isJar() {
        return texts("/project/packaging").stream().allMatch("jar"::equals);
    }

    private List<String> texts(String path) {
        XPath xpath = XPathFactory.newInstance().newXPath();
        try {
            var nodes = (NodeList) xpath.evaluate(path, document, XPathConstants.NODESET);
            return IntStream.range(0, nodes.getLength())
                    .mapToObj(i -> nodes.item(i).getTextContent().strip())
                    .toList();
        } catch (XPathExpressionException wrong) {
            throw new IllegalArgumentException(path, wrong);
        }
    }
}
