/**
 * Runs inside of a page: texts whose contrast is below WCAG AA (4.5:1, whatever their size), controls without a name,
 * ids that are there twice. Each is told in a line.
 */
(() => {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });

  /** Any colour of CSS as `[red, green, blue, opacity]`. */
  const read = (colour) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const over = (front, back) => [...[0, 1, 2].map((i) => front[i] * front[3] + back[i] * (1 - front[3])), 1];
  const light = ([red, green, blue]) => {
    const [r, g, b] = [red, green, blue].map((one) => {
      const share = one / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (one, other) => {
    const [bright, dark] = [light(one), light(other)].sort((a, b) => b - a);
    return (bright + 0.05) / (dark + 0.05);
  };

  /** What is behind an element: one colour, or all of a gradient. */
  const behind = (element) => {
    if (!element) return [[255, 255, 255, 1]];
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    const stops = backgroundImage.includes('gradient') ? (backgroundImage.match(/rgba?\([^)]*\)/g) ?? []) : [];
    if (stops.length) return stops.map(read);
    const own = read(backgroundColor);
    return own[3] === 1 ? [own] : behind(element.parentElement).map((back) => over(own, back));
  };
  const opacityOf = (element) =>
    element ? Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement) : 1;
  const isShown = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return element.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1;
  };
  const told = (element) =>
    `${element.tagName.toLowerCase()}.${String(element.className?.baseVal ?? element.className)}`;

  const faults = new Set();
  const judge = (element, style, text) => {
    const front = read(style.color);
    front[3] *= opacityOf(element);
    const worst = Math.min(...behind(element).map((back) => ratio(over(front, back), back)));
    if (worst < 4.5) faults.add(`${worst.toFixed(2)} ${told(element)} “${text.trim().slice(0, 40)}”`);
  };

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement: element, nodeValue: text } = texts.currentNode;
    if (!text.trim() || /^(SCRIPT|STYLE|NOSCRIPT|OPTION|OPTGROUP|TEXTAREA)$/.test(element.tagName)) continue;
    if (isShown(element) && !element.closest(':disabled')) judge(element, getComputedStyle(element), text);
  }
  for (const element of document.querySelectorAll('body *')) {
    if (!isShown(element)) continue;
    for (const pseudo of ['::before', '::after']) {
      const style = getComputedStyle(element, pseudo);
      if (/^"\s*[\p{L}\p{N}]/u.test(style.content)) judge(element, style, style.content);
    }
  }
  for (const control of document.querySelectorAll('input, textarea, select, button, a[href], [role=button], summary')) {
    if (!isShown(control) || control.disabled) continue;
    if (control.matches('textarea, select, input:not([type=checkbox], [type=file])')) {
      judge(control, getComputedStyle(control), control.value || 'value');
      if (control.placeholder) judge(control, getComputedStyle(control, '::placeholder'), control.placeholder);
    }
    const name = [
      control.getAttribute('aria-label'),
      ...(control.getAttribute('aria-labelledby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent),
      ...[...(control.labels ?? [])].map((label) => label.textContent),
      ...(control.matches('input, textarea, select') ? [] : [control.textContent, control.querySelector('img')?.alt]),
    ].some((words) => words?.trim());
    if (!name)
      faults.add(`no name: ${told(control)} in ${told(control.closest('[class]:not(input, select, textarea)'))}`);
  }
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) faults.add(`twice: #${id}`);
  return [...faults];
})();
