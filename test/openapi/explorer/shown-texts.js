/**
 * Runs inside of a page: what is seen or read aloud there, but for code, names of schemas, and what the API's document tells,
 * which says that it is English.
 */
(() => {
  const others =
    '[lang=en], pre, code, textarea, option, .parameter__type, .parameter__in, .json-schema-2020-12__attribute';
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement: element, nodeValue } = texts.currentNode;
    if (element.checkVisibility() && !element.closest(others)) found.push(nodeValue);
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], optgroup')) {
    if (!element.checkVisibility() || element.closest('[lang=en]')) continue;
    for (const name of ['aria-label', 'placeholder', 'label']) found.push(element.getAttribute(name) ?? '');
  }
  for (const option of document.querySelectorAll('.filter-row select:nth-of-type(2) option')) {
    found.push(option.textContent);
  }
  const words = found.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => /\p{L}{2}/u.test(text));
  return [...new Set(words)];
})();
