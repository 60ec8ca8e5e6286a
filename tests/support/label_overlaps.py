"""Measures, in a drawn page, how far texts in the panels lie from lines, marks and each other."""

# Texts inside the plot areas of the three panels, and points at most 2 pixels apart on every
# visible curve, line and ring. Returns what is nearer than allowed, as [panel, text, other, px].
MEASURE = """
const [near, apart] = arguments; // pixels
const seen = (node) => {
  for (let at = node; at && !at.matches('.graph'); at = at.parentElement) {
    const { opacity, visibility, display } = getComputedStyle(at);
    if (Number(opacity) < 0.05 || visibility === 'hidden' || display === 'none') return false;
  }
  return node.checkVisibility();
};
const inked = (path) => {
  const { stroke, strokeOpacity, strokeWidth } = getComputedStyle(path);
  return stroke !== 'none' && !/, 0\\)$/.test(stroke) && Number(strokeOpacity) > 0
    && parseFloat(strokeWidth) > 0;
};
// getPointAtLength walks the path from its start at every call, so straight paths are cut up here.
const corners = (path) => {
  const steps = (path.getAttribute('d') ?? '').match(/[A-Za-z][^A-Za-z]*/g) ?? ['?'];
  const found = [];
  let [x, y] = [0, 0];
  for (const step of steps) {
    const numbers = (step.slice(1).match(/-?[\\d.]+(?:e-?\\d+)?/g) ?? []).map(Number);
    if (!'MLHV'.includes(step[0])) return null;
    if (step[0] === 'M') found.push([]);
    const pair = step[0] === 'H' ? (at) => [at, y] : step[0] === 'V' ? (at) => [x, at] : null;
    for (let k = 0; k < numbers.length; k += pair ? 1 : 2) {
      [x, y] = pair ? pair(numbers[k]) : [numbers[k], numbers[k + 1]];
      found.at(-1).push([x, y]);
    }
  }
  return found;
};
const cutUp = (line) => {
  const points = [line[0]];
  for (let k = 1; k < line.length; k++) {
    const [[x, y], [toX, toY]] = [line[k - 1], line[k]];
    const parts = Math.ceil(Math.hypot(toX - x, toY - y) / 2);
    const at = (i) => [x + ((toX - x) * i) / parts, y + ((toY - y) * i) / parts];
    for (let i = 1; i <= parts; i++) points.push(at(i));
  }
  return points;
};
const alongLength = (path) => {
  const length = path.getTotalLength();
  return Array.from({ length: Math.floor(length / 2) + 1 }, (_, k) => {
    const { x, y } = path.getPointAtLength(2 * k);
    return [x, y];
  });
};
const pointsOf = (path, area) => {
  const matrix = path.getScreenCTM();
  if (!matrix) return [];
  const points = corners(path)?.flatMap(cutUp) ?? alongLength(path);
  const seenAt = points.map(([x, y]) => [
    matrix.a * x + matrix.c * y + matrix.e,
    matrix.b * x + matrix.d * y + matrix.f,
  ]);
  return seenAt.filter(
    ([x, y]) => x >= area.left && x <= area.right && y >= area.top && y <= area.bottom,
  );
};
const away = ({ left, right, top, bottom }, [x, y]) =>
  Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
// Letters fill less than the height of their line.
const letters = (text) => {
  const { left, right, top, bottom } = text.getBoundingClientRect();
  return { left, right, top: top + 2, bottom: bottom - 3 };
};
const LINES = '.scatterlayer path.js-line, .scatterlayer .points path, .label-layer path,'
  + ' .label-layer circle, .tangent-layer path, .tangent-layer line';
const TEXTS = '.label-layer text, .infolayer .annotation text';
const faults = [];
const texts = {};
for (const name of page.panelNames()) {
  const panel = page.getPanel(name);
  if (!panel.graph.checkVisibility()) continue;
  const corner = panel.graph.getBoundingClientRect();
  const ratio = corner.width / panel.graph.offsetWidth;
  const [left, top] = [corner.left + ratio * panel.left, corner.top + ratio * panel.top];
  const [right, bottom] = [left + ratio * panel.width, top + ratio * panel.height];
  const area = { left, top, right, bottom };
  const paths = [...panel.graph.querySelectorAll(LINES)];
  const points = paths.filter((path) => seen(path) && inked(path)).map((path) => {
    const trace = path.closest('.trace')?.__data__[0].trace;
    return [trace?.uid || path.closest('svg').className.baseVal, pointsOf(path, area)];
  });
  const within = ({ left, right, top, bottom }) =>
    right > area.left && left < area.right && bottom > area.top && top < area.bottom;
  const labels = [...panel.graph.querySelectorAll(TEXTS)]
    .filter((text) => text.textContent.trim() && seen(text))
    .map((text) => [text.textContent, letters(text)]).filter(([, box]) => within(box));
  texts[name] = labels.map(([text]) => text);
  labels.forEach(([text, box], k) => {
    for (const [uid, spots] of points) {
      const least = Math.min(...spots.map((spot) => away(box, spot)));
      if (least < near) faults.push([name, text, uid, Math.round(10 * least) / 10]);
    }
    for (const [other, { left, right, top, bottom }] of labels.slice(k + 1)) {
      const gap = Math.max(left - box.right, box.left - right, top - box.bottom, box.top - bottom);
      if (gap < apart) faults.push([name, text, other, Math.round(10 * gap) / 10]);
    }
    if (box.left < left - 1 || box.right > right + 1) faults.push([name, text, 'edge', 0]);
  });
}
return { faults, texts };
"""
