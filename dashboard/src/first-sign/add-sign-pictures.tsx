import type { JSX } from 'solid-js';

/** The pictures above the three ways, as drawn. */

const Drawn = (props: { children: JSX.Element }) => (
  <svg
    class="mb-3 block"
    width="120"
    height="80"
    viewBox="0 0 120 80"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    aria-hidden="true"
  >
    {props.children}
  </svg>
);

export const InBrowser = () => (
  <Drawn>
    <path d="M3 7h114v64H3zM3 19h114" />
    <path d="M10 13h2M17 13h2M24 13h2" />
    <path d="M48 29h9v9h-9zM61 29h9v9h-9zM48 42h9v9h-9zM63 44h5v5h-5z" fill="currentColor" stroke="none" />
    <path d="M41 61h34" stroke-width="6" />
  </Drawn>
);

export const WithPhone = () => (
  <Drawn>
    <path d="M42 3h36v74H42z" />
    <path d="M50 16h8v8M70 16h-8M50 38v-8M70 38h-8v-8" />
    <path d="M50 62h20" stroke-width="7" />
  </Drawn>
);

export const OnScreen = () => (
  <Drawn>
    <path d="M3 6h116v58H3z" fill="currentColor" />
    <path d="M61 64v13M44 77h34" />
    <path d="M24 23h39M24 35h57M24 47h30" stroke="var(--ground)" stroke-width="4" />
  </Drawn>
);
