/*
 * The same in every build, so that any node has it. Where a node that is older or newer than the page does not have the page's scripts, the page would stay blank: it is loaded once more, from whatever
 * node answers then, and says what is wrong if that did not help.
 */
(() => {
  const KEY = 'reloaded-for-scripts';
  const WITHIN_MS = 60000;
  let isTold = false;
  function failed() {
    if (isTold) return;
    isTold = true;
    let before = 0;
    try {
      before = Number(sessionStorage.getItem(KEY));
      sessionStorage.setItem(KEY, String(Date.now()));
    } catch {
      // A browser that keeps nothing would load it for ever.
      before = Date.now();
    }
    if (navigator.onLine && Date.now() - before > WITHIN_MS) return location.reload();
    const german = /^de/i.test(navigator.language);
    const say = () => {
      const text = document.createElement('p');
      text.setAttribute('role', 'alert');
      text.textContent = german
        ? 'Der Dienst wird gerade erneuert, und diese Seite ist von einer anderen Fassung. Lade sie in einer Minute neu.'
        : 'The service is being renewed, and this page is of another version. Reload it in a minute.';
      const again = document.createElement('button');
      again.textContent = german ? 'Neu laden' : 'Reload';
      again.addEventListener('click', () => location.reload());
      document.body.append(text, again);
    };
    if (document.body) say();
    else addEventListener('DOMContentLoaded', say);
  }
  // Errors of what is loaded don't rise; they are seen on their way down.
  addEventListener(
    'error',
    ({ target }) => {
      const address =
        target instanceof HTMLScriptElement ? target.src : target instanceof HTMLLinkElement ? target.href : '';
      if (address.startsWith(`${location.origin}/assets/`) && !/\.(svg|png)$/.test(address)) failed();
    },
    true,
  );
  // A part of the page that is loaded later.
  addEventListener('vite:preloadError', failed);
})();
