/** Names for the controls that Swagger UI leaves without one, so that they can be told apart without being seen. */

/** Names the controls in `place`, and those that come later. */
export function nameControls(place) {
  const name = () => {
    for (const control of place.querySelectorAll(UNNAMED)) {
      const words = nameOf(control);
      if (words) control.setAttribute('aria-label', words);
    }
    // Swagger UI gives a label the id of the very control that it stands around.
    for (const label of place.querySelectorAll('label[id]:has(select)')) label.removeAttribute('id');
  };
  new MutationObserver(name).observe(place, { childList: true, subtree: true });
  name();
}

const UNNAMED = ['input', 'select', 'textarea', 'button'].map((tag) => `${tag}:not([aria-label])`).join();

function nameOf(control) {
  if (control.matches('button')) return control.textContent.trim() ? null : control.title || 'Toggle';
  if (control.closest('label')) return null;
  const { paramName, propertyName } = control.closest('[data-param-name], [data-property-name]')?.dataset ?? {};
  if (paramName ?? propertyName) return paramName ?? propertyName;
  if (control.closest('.body-param')) return 'Request body';
  if (control.closest('.responses-wrapper')) return 'Media type of the answer';
  return control.getAttribute('placeholder');
}
