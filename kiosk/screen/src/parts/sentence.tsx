import { For, type JSX } from 'solid-js';
import type { Piece, Sentence } from '../words/sentence.ts';

function piece(one: Piece): JSX.Element {
  if (typeof one === 'string') return one;
  return 'mono' in one ? <span class="mono">{one.mono}</span> : <bdi>{one.name}</bdi>;
}

/** A sentence of the catalogue. Names in it are read in their own direction. */
export const SentenceText = (props: { of: Sentence }): JSX.Element => <For each={props.of}>{piece}</For>;
