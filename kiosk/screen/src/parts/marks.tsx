import type { JSX } from 'solid-js';

/** The marks of the design: weight is severity, so each differs in shape before it differs in hue. */

const Mark = (props: { children: JSX.Element }): JSX.Element => (
  <i>
    <svg viewBox="0 0 16 16" aria-hidden="true">
      {props.children}
    </svg>
  </i>
);

export const Done = (): JSX.Element => (
  <Mark>
    <circle cx="8" cy="8" r="7.4" fill="currentColor" />
    <path d="M4.4 8.4 7 11l4.8-5.6" fill="none" stroke="#08090a" stroke-width="2" />
  </Mark>
);

export const Wrong = (): JSX.Element => (
  <Mark>
    <path d="M4.8.6h6.4l4.2 4.2v6.4l-4.2 4.2H4.8L.6 11.2V4.8z" fill="currentColor" />
    <path d="m5 5 6 6m0-6-6 6" stroke="#08090a" stroke-width="2.2" />
  </Mark>
);

export const Warned = (): JSX.Element => (
  <Mark>
    <path d="M8 .8 15.6 15H.4z" fill="currentColor" />
    <path d="M8 5.6v4.6M8 11.6v1.9" stroke="#08090a" stroke-width="1.9" />
  </Mark>
);

export const Waiting = (): JSX.Element => (
  <Mark>
    <circle cx="8" cy="8" r="6.4" fill="none" stroke="currentColor" stroke-width="1.6" stroke-dasharray="2.4 2.6" />
  </Mark>
);

export const Running = (): JSX.Element => (
  <Mark>
    <circle cx="8" cy="8" r="6.4" fill="none" stroke="currentColor" stroke-width="1.8" />
    <path d="M8 1.6a6.4 6.4 0 0 1 6.4 6.4H8z" fill="currentColor" />
  </Mark>
);
