import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Network cards as Linux lists them (`/sys/class/net`), in a folder of the test's that stands in that place for the app. */
export interface OwnCards {
  folder: string;
  /** From now on there is this one card, and no other. */
  put(name: string, macAddress: string, hasCable: boolean): void;
}

/** `folder`: is made, and has no card in it. */
export function openCards(folder: string): OwnCards {
  mkdirSync(folder);
  let present: string | null = null;
  return {
    folder,
    put(name, macAddress, hasCable) {
      if (present !== null && present !== name) rmSync(join(folder, present), { recursive: true });
      present = name;
      mkdirSync(join(folder, name, 'device'), { recursive: true });
      writeFileSync(join(folder, name, 'carrier'), hasCable ? '1\n' : '0\n');
      writeFileSync(join(folder, name, 'address'), `${macAddress}\n`);
    },
  };
}

/** A line of shell: the app that `command` starts sees these cards. Needs root on Linux. */
export const withCards = ({ folder }: OwnCards, command: string): string =>
  `exec unshare --mount sh -c "mount --bind '${folder}' /sys/class/net && exec ${command} \\"\\$@\\"" sh "$@"`;
