import { createSignal, type Accessor } from 'solid-js';

/** One registry of what keys do: pages add their own while they are shown, and the map of keys shows all that hold now. */

export interface KeyBinding {
  /** As `KeyboardEvent.key` names it: `?`, `a`, `ArrowUp`. Letters in lower case; `Shift U`: a letter with the Shift key. */
  key: string;
  /** What it does, for the map. */
  said: string;
  run(): void;
}

export interface KeyScope {
  /** Whose keys these are: `Everywhere`, `Wall`. */
  title: string;
  bindings: readonly KeyBinding[];
  /** Keys that a part takes by itself while it has the focus, for the map alone. */
  own?: readonly { keys: string; said: string }[];
}

/** What is known of a press. `isTaken`: it goes into a field or a dialog, or somebody else has dealt with it. */
export interface KeyPress {
  key: string;
  hasModifier: boolean;
  hasShift?: boolean;
  isTaken: boolean;
}

export interface Keys {
  /** Adds keys until the function that it returns is called. What was added last comes first, so a page may take a key from the frame around it. */
  add(scope: KeyScope): () => void;
  /** As they were added. */
  scopes: Accessor<readonly KeyScope[]>;
  /** Does what the key is for; false where it is for nothing. */
  press(press: KeyPress): boolean;
}

/** `areSingleKeysOn`: otherwise only keys that no voice input types (Escape) do something. */
export function createKeys(areSingleKeysOn: () => boolean): Keys {
  const [scopes, setScopes] = createSignal<readonly KeyScope[]>([]);
  return {
    scopes,
    add(scope) {
      setScopes((all) => [...all, scope]);
      return () => void setScopes((all) => all.filter((one) => one !== scope));
    },
    press({ key, hasModifier, hasShift = false, isTaken }) {
      if (hasModifier || isTaken || (key.length === 1 && !areSingleKeysOn())) return false;
      const plain = key.length === 1 ? key.toLowerCase() : key;
      const isWanted = (wanted: string) => scopes().some(({ bindings }) => bindings.some((one) => one.key === wanted));
      const shifted = `Shift ${key.toUpperCase()}`;
      // Without a key of its own, a letter with Shift is the letter: Caps Lock may be on.
      const wanted = hasShift && key.length === 1 && isWanted(shifted) ? shifted : plain;
      for (const { bindings } of scopes().toReversed()) {
        const found = bindings.find((binding) => binding.key === wanted);
        if (!found) continue;
        found.run();
        return true;
      }
      return false;
    },
  };
}

/** What the map of keys shows: each scope with what its keys do now. A key that what came later has taken does not do it. */
export function keysShown(scopes: readonly KeyScope[]): { title: string; rows: { keys: string; said: string }[] }[] {
  return scopes
    .map(({ title, bindings, own = [] }, at) => {
      const taken = new Set(scopes.slice(at + 1).flatMap((later) => later.bindings.map(({ key }) => key)));
      const free = bindings.filter(({ key }) => !taken.has(key));
      return { title, rows: [...own, ...free.map(({ key, said }) => ({ keys: key, said }))] };
    })
    .filter(({ rows }) => rows.length > 0);
}
