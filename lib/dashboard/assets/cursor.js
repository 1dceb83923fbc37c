// Shows day and values of a curve at the pointer. Without this script the numbers below the picture say the same.
const svgNames = 'http://www.w3.org/2000/svg';

const elementOf = (name, attributes, text) => {
  const element = document.createElementNS(svgNames, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
};

/** `x|day|value|value;…`, as lib/dashboard/pictures/curves.ts writes it. */
const hintsOf = (svg) =>
  svg.dataset.hints.split(';').map((hint) => {
    const [x, ...lines] = hint.split('|');
    return { x: Number(x), lines };
  });

const show = (svg, clientX) => {
  const { left, width } = svg.getBoundingClientRect();
  const { width: units, height } = svg.viewBox.baseVal;
  const at = ((clientX - left) / width) * units;
  const nearest = hintsOf(svg).reduce((a, b) => (Math.abs(b.x - at) < Math.abs(a.x - at) ? b : a));
  svg.querySelector('.cursor')?.remove();
  const cursor = elementOf('g', { class: 'cursor', 'aria-hidden': 'true' });
  const box = elementOf('rect', { rx: 4, y: 18, height: nearest.lines.length * 16 + 10 });
  const texts = nearest.lines.map((line, row) => elementOf('text', { y: 35 + row * 16 }, line));
  cursor.append(elementOf('line', { x1: nearest.x, x2: nearest.x, y1: 14, y2: height - 30 }), box, ...texts);
  svg.append(cursor);
  const wide = Math.max(...texts.map((text) => text.getComputedTextLength())) + 16;
  const start = nearest.x + wide + 10 > units ? nearest.x - wide - 8 : nearest.x + 8;
  box.setAttribute('width', wide);
  box.setAttribute('x', Math.max(0, start));
  for (const text of texts) text.setAttribute('x', Math.max(0, start) + 8);
};

// On the document, because a live page replaces its main part.
document.addEventListener('pointermove', ({ target, clientX }) => {
  const svg = target.closest?.('svg.curves');
  for (const cursor of document.querySelectorAll('.curves .cursor')) if (!svg?.contains(cursor)) cursor.remove();
  if (svg) show(svg, clientX);
});
