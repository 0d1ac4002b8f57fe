'use strict';
(() => {
  const root = document.documentElement;
  const prefersDark = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => root.dataset.theme ? root.dataset.theme === 'dark' : prefersDark.matches;
  const make = (name, style, text) => {
    const element = document.createElement(name);
    element.className = style;
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const quiet = () => isDark() ? '#a9adb3' : '#5a6068';
  const lines = () => isDark() ? '#2c3036' : '#e4e7ea';
  const colour = series => isDark() ? series.dark : series.light;

  // Labels that would touch the one before are left out; the place of each is known before the plot is laid out.
  function thinned(of, room) {
    const along = value => of.log ? Math.log(value / of.low) / Math.log(of.high / of.low)
        : (value - of.low) / (of.high - of.low);
    let end = -Infinity;
    return of.ticks.map((tick, i) => {
      const half = 3.6 * of.texts[i].length;
      const middle = room * along(tick);
      if (middle - half < end + 8) return '';
      end = middle + half;
      return of.texts[i];
    });
  }

  function axis(of, isX) {
    const texts = of.texts;
    return {
      stroke: quiet,
      font: '12px system-ui, sans-serif',
      size: isX ? 34 : 18 + 7.2 * Math.max(...texts.map(text => text.length)),
      gap: 5,
      grid: { stroke: lines, width: 1 },
      ticks: { stroke: lines, width: 1, size: 5 },
      splits: () => of.ticks,
      filter: (_, splits) => splits,
      values: u => isX ? thinned(of, u.width - 80) : texts,
    };
  }

  function scale(of) {
    return { time: false, distr: of.log ? 3 : 1, log: 10, range: () => [of.low, of.high] };
  }

  function ranges(data) {
    return u => {
      const context = u.ctx;
      context.save();
      data.series.forEach((series, i) => {
        if (!u.series[i + 1].show || series.points.length > 64) return;
        const aside = Math.min(2.5, 16 / data.series.length) * (i - (data.series.length - 1) / 2) * devicePixelRatio;
        context.strokeStyle = colour(series);
        context.globalAlpha = 0.45;
        context.lineWidth = 1.4 * devicePixelRatio;
        series.points.forEach(point => {
          const x = u.valToPos(point.x, 'x', true) + aside;
          context.beginPath();
          context.moveTo(x, u.valToPos(Math.max(point.low, data.y.low), 'y', true));
          context.lineTo(x, u.valToPos(point.high, 'y', true));
          context.stroke();
        });
      });
      context.restore();
    };
  }

  // The nearest point under the pointer, in words.
  function hover(data, tip) {
    return u => {
      const { left, top } = u.cursor;
      let best = null;
      let nearest = 32 * 32;
      if (left >= 0) {
        data.series.forEach((series, i) => {
          if (!u.series[i + 1].show) return;
          series.points.forEach(point => {
            const x = u.valToPos(point.x, 'x');
            const y = u.valToPos(point.y, 'y');
            const distance = (x - left) ** 2 + (y - top) ** 2;
            if (distance < nearest) {
              nearest = distance;
              best = { x, y, text: point.text };
            }
          });
        });
      }
      tip.hidden = best === null;
      if (best !== null) {
        tip.textContent = best.text;
        const box = u.over.getBoundingClientRect();
        const holder = u.root.parentElement.getBoundingClientRect();
        const x = best.x + box.left - holder.left;
        tip.style.left = Math.max(0, Math.min(x + 12, holder.width - tip.offsetWidth - 4)) + 'px';
        tip.style.top = best.y + box.top - holder.top + 14 + 'px';
      }
    };
  }

  function plot(holder, data) {
    const places = [...new Set(data.series.flatMap(series => series.points.map(point => point.x)))].sort((a, b) => a - b);
    const values = data.series.map(series => {
      const at = new Map(series.points.map(point => [point.x, point.y]));
      return places.map(x => at.has(x) ? at.get(x) : null);
    });
    const tip = make('div', 'tip');
    tip.hidden = true;
    const height = () => Math.max(240, Math.min(400, holder.clientWidth * 0.62));
    holder.replaceChildren();
    const u = new uPlot({
      width: holder.clientWidth,
      height: height(),
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, focus: { prox: 24 }, y: false },
      focus: { alpha: 0.25 },
      scales: { x: scale(data.x), y: scale(data.y) },
      axes: [axis(data.x, true), axis(data.y, false)],
      series: [{}].concat(data.series.map(series => ({
        label: series.label,
        stroke: () => colour(series),
        width: series.points.length > 64 ? 1.2 : 2.2,
        dash: series.dashed ? [6, 4] : undefined,
        spanGaps: true,
        points: {
          show: series.points.length <= 64,
          size: series.dashed ? 8 : 7,
          fill: () => series.dashed ? (isDark() ? '#16181c' : '#ffffff') : colour(series),
        },
      }))),
      hooks: { draw: [ranges(data)], setCursor: [hover(data, tip)] },
    }, [places, ...values], holder);
    holder.append(tip);
    new ResizeObserver(() => {
      if (holder.clientWidth > 0 && Math.abs(holder.clientWidth - u.width) > 1) {
        u.setSize({ width: holder.clientWidth, height: height() });
      }
    }).observe(holder);
    legend(holder.parentElement.querySelector('.legend'), data, u);
    return u;
  }

  function legend(element, data, u) {
    data.series.forEach((series, i) => {
      const button = make('button', '');
      button.type = 'button';
      button.setAttribute('aria-pressed', 'true');
      button.title = series.meaning ? series.meaning : 'Hide or show';
      const dot = make('span', series.dashed ? 'dot dashed' : 'dot');
      dot.style.setProperty('--l', series.light);
      dot.style.setProperty('--d', series.dark);
      button.append(dot, series.label);
      button.addEventListener('click', () => {
        const show = !u.series[i + 1].show;
        u.setSeries(i + 1, { show });
        button.setAttribute('aria-pressed', String(show));
      });
      button.addEventListener('mouseenter', () => u.series[i + 1].show && u.setSeries(i + 1, { focus: true }));
      button.addEventListener('mouseleave', () => u.setSeries(null, { focus: true }));
      element.append(button);
    });
  }

  // What a cell is worth when its column is sorted: 1.37 ms, 5.90 G/s, 12,300; null if it is no number.
  const UNITS = { ns: 1e-9, 'µs': 1e-6, ms: 1e-3, s: 1, 'k/s': 1e3, 'M/s': 1e6, 'G/s': 1e9, 'T/s': 1e12,
    KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40 };
  function worth(text) {
    const parts = /^[≈+]?\s*(-?[0-9][0-9,]*\.?[0-9]*)\s*(\S*)/.exec(text);
    return parts === null ? null : Number(parts[1].replaceAll(',', '')) * (UNITS[parts[2]] ?? 1);
  }

  function sortable(table) {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      const button = make('button', '', head.textContent);
      button.type = 'button';
      button.title = 'Sort by this column';
      head.replaceChildren(button);
      button.addEventListener('click', () => {
        const up = head.getAttribute('aria-sort') !== 'ascending';
        heads.forEach(other => other.removeAttribute('aria-sort'));
        head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
        const body = table.tBodies[0];
        const keyed = [...body.rows].map(row => {
          const text = row.cells[column].textContent.trim();
          return { row, text, number: worth(text) };
        });
        const sign = up ? 1 : -1;
        keyed.sort((a, b) => {
          if (a.number !== null && b.number !== null) return sign * (a.number - b.number);
          if (a.number !== null || b.number !== null) return a.number !== null ? -1 : 1; // what is no number goes last
          return sign * a.text.localeCompare(b.text);
        });
        body.append(...keyed.map(entry => entry.row));
      });
    });
  }

  function terms() {
    const tip = make('div', 'tip');
    tip.hidden = true;
    document.body.append(tip);
    const show = event => {
      const term = event.target.closest?.('.term');
      tip.hidden = !term;
      if (term) {
        tip.textContent = term.dataset.meaning;
        const box = term.getBoundingClientRect();
        tip.style.left = Math.max(4, Math.min(box.left + scrollX, scrollX + innerWidth - tip.offsetWidth - 8)) + 'px';
        tip.style.top = box.bottom + scrollY + 6 + 'px';
      }
    };
    document.addEventListener('mouseover', show);
    document.addEventListener('focusin', show);
  }

  root.classList.add('js');
  const data = JSON.parse(document.getElementById('plots').textContent);
  const plots = [...document.querySelectorAll('.canvas')].map(holder => plot(holder, data.plots[holder.dataset.plot]));
  document.querySelectorAll('table').forEach(sortable);
  document.querySelectorAll('.slider').forEach(slider => slider.querySelector('input').addEventListener('input',
      event => slider.style.setProperty('--at', event.target.value + '%')));
  terms();
  const repaint = () => plots.forEach(u => u.redraw(false, true));
  prefersDark.addEventListener('change', repaint);
  const button = make('button', '', 'Light or dark');
  button.type = 'button';
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    repaint();
  });
  document.querySelector('header').append(button);
  window.warpbrokerPlots = plots;
})();
