/** The form for signing in, and who is signed in, at the top of the page. */
import { fill, h } from './dom.js';
import { onSession, signIn, signOut } from './session.js';

const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

/** Shows the state of the session in `place`. */
export function showSession(place) {
  const dialog = signInDialog();
  document.body.append(dialog);
  onSession((session) => {
    if (session) fill(place, signedIn(session));
    else fill(place, h('button.primary', { type: 'button', id: 'sign-in', onclick: () => openSignIn() }, 'Sign in'));
  });
}

/** Opens the form; `then` runs once somebody signed in. */
export function openSignIn(then) {
  const dialog = document.getElementById('sign-in-dialog');
  dialog.afterwards = then;
  dialog.showModal();
}

function signedIn({ name, login, expiresAt }) {
  const end = new Date(expiresAt);
  const today = end.toDateString() === new Date().toDateString();
  const until = today ? time.format(end) : `${day.format(end)}, ${time.format(end)}`;
  return [
    h(
      'span.person',
      { title: `Signed in as ${login} until ${end.toLocaleString()}` },
      h('span.initial', { 'aria-hidden': 'true' }, name.slice(0, 1).toUpperCase()),
      h('span.person-words', {}, h('strong', {}, login), h('small', {}, `until ${until}`)),
    ),
    h('button.quiet', { type: 'button', id: 'sign-out', onclick: () => void signOut() }, 'Sign out'),
  ];
}

function signInDialog() {
  const problem = h('p.form-problem', { role: 'alert' });
  const login = h('input', {
    id: 'login',
    name: 'login',
    autocomplete: 'username',
    required: true,
    spellcheck: 'false',
  });
  const password = h('input', {
    id: 'password',
    name: 'password',
    type: 'password',
    autocomplete: 'current-password',
    required: true,
  });
  const submit = h('button.primary', { type: 'submit' }, 'Sign in');
  const form = h(
    'form',
    {},
    h('h2', { id: 'sign-in-title' }, 'Sign in'),
    h('p', {}, 'With a login of this server. The token stays in this tab and ends with it.'),
    h('label', { for: 'login' }, 'Login or e-mail'),
    login,
    h('label', { for: 'password' }, 'Password'),
    password,
    problem,
    h('div.form-end', {}, h('button.quiet', { type: 'button', onclick: () => dialog.close() }, 'Cancel'), submit),
  );
  const dialog = h('dialog.sign-in', { id: 'sign-in-dialog', 'aria-labelledby': 'sign-in-title' }, form);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    problem.textContent = '';
    submit.disabled = true;
    try {
      await signIn(login.value, password.value);
      password.value = '';
      dialog.close();
      dialog.afterwards?.();
    } catch (error) {
      problem.textContent = error.message;
      password.select();
    } finally {
      submit.disabled = false;
    }
  });
  dialog.addEventListener('close', () => (problem.textContent = ''));
  return dialog;
}
