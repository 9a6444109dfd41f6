/*
 * The same in every build, so that any node has it. Where a node that is older or newer than the page does not have the page's scripts, the page would stay blank: it is loaded once more, from whatever
 * node answers then, and says what is wrong if that did not help. A part that is loaded later, and only did not come over the network, is left to whoever asked for it.
 */
(() => {
  const KEY = 'reloaded-for-scripts';
  const WITHIN_MS = 60000;
  const WORDS = {
    en: {
      version: 'The service is being updated, and this page has a different version. Reload the page in a minute.',
      network: 'This page was not loaded completely. Reload the page.',
      again: 'Reload',
    },
    de: {
      version:
        'Der Dienst wird gerade aktualisiert, und diese Seite hat eine andere Version. Laden Sie die Seite in einer Minute neu.',
      network: 'Diese Seite wurde nicht vollständig geladen. Laden Sie die Seite neu.',
      again: 'Neu laden',
    },
  };
  let isTold = false;
  /** Whether whoever answers now lacks the file. HEAD passes by the service worker, which keeps files of its own version. */
  const isGone = (address) =>
    fetch(address, { method: 'HEAD', cache: 'no-store' }).then(
      ({ status }) => status === 404,
      () => false,
    );
  async function failed(address, isNeeded) {
    const isOfOther = await isGone(address);
    if (isTold || !(isOfOther || isNeeded)) return;
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
    const words = WORDS[/^de/i.test(navigator.language) ? 'de' : 'en'];
    const say = () => {
      const text = document.createElement('p');
      text.setAttribute('role', 'alert');
      text.textContent = isOfOther ? words.version : words.network;
      const again = document.createElement('button');
      again.textContent = words.again;
      again.addEventListener('click', () => location.reload());
      document.body.append(text, again);
    };
    if (document.body) say();
    else addEventListener('DOMContentLoaded', say);
  }
  const isBlank = () => document.body?.querySelector(':scope > :not(noscript, #before-scripts)') == null;
  // Errors of what is loaded don't rise; they are seen on their way down. What is only loaded ahead is asked for again, and the style of a page that somebody
  // is on the way to takes the page that is there not away.
  addEventListener(
    'error',
    ({ target }) => {
      const address =
        target instanceof HTMLScriptElement
          ? target.src
          : target instanceof HTMLLinkElement && target.rel === 'stylesheet'
            ? target.href
            : '';
      if (address.startsWith(`${location.origin}/assets/`))
        void failed(address, document.readyState !== 'complete' || isBlank());
    },
    true,
  );
  // A part of the page that is loaded later. Not every browser says which; a node of another version lacks the page's first script too.
  addEventListener('vite:preloadError', () => {
    void failed(document.querySelector('script[type="module"]').src, isBlank());
  });
})();
