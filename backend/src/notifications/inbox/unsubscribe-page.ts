/** What the link of a mail shows: no script, nothing from elsewhere. Pure. */

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

const pageOf = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:3rem auto;padding:0 1rem;overflow-wrap:anywhere}button{font:inherit;padding:.6rem 1.2rem}</style>
<main><h1>${escapeHtml(title)}</h1>
${content}</main>
</html>
`;

/** Asks before mails about the event of that name end. */
export const askingPage = (name: string): string =>
  pageOf(
    `Unsubscribe from mails about ${name}?`,
    '<p>Other ways in which you are told of it stay as they are.</p>\n<form method="post"><button>Unsubscribe</button></form>',
  );

/** They have ended. */
export const donePage = (name: string): string =>
  pageOf(`You will no longer receive mails about ${name}.`, '<p>You can subscribe again in the dashboard.</p>');
