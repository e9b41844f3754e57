/** Makes elements: `h('a', { href: '#/' }, 'Home')`. Text is always text, never markup. */

/**
 * @param {string} tag tag name, perhaps with classes: `div.card.wide`
 * @param {object} [properties] attributes; `on…` are listeners, `null`, `undefined` and `false` are left out
 * @param {...(Node|string|null|undefined|false|Array)} children
 */
export function h(tag, properties = {}, ...children) {
  const [name, ...classes] = tag.split('.');
  const element = document.createElement(name);
  if (classes.length) element.className = classes.join(' ');
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...present(children));
  return element;
}

/** Puts other children into an element. */
export function fill(element, ...children) {
  element.replaceChildren(...present(children));
  return element;
}

const present = (children) =>
  children.flat(3).filter((child) => child !== null && child !== undefined && child !== false);

/** A text with `code` in back quotes, `**bold**` words and paragraphs, as descriptions are written. */
export function words(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith('`')) return h('code', {}, part.slice(1, -1));
    if (part.startsWith('**')) return h('strong', {}, part.slice(2, -2));
    return part;
  });
}

/** A button that copies a text and says so. */
export function copyButton(text, label = 'Copy') {
  const button = h('button.small-button', { type: 'button' }, label);
  button.addEventListener('click', async () => {
    const done = await copy(typeof text === 'function' ? text() : text);
    button.textContent = done ? 'Copied' : 'Cannot copy';
    setTimeout(() => (button.textContent = label), 1500);
  });
  return button;
}

/** The clipboard is there on https and localhost only; elsewhere a hidden field serves. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = h('textarea', { class: 'visually-hidden', readonly: true });
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    return done;
  }
}
