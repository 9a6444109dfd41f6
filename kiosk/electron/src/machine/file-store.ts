import { join } from 'node:path';
import type { Store } from '@sign-display/kiosk-agent/ports';
import { createTaskQueue } from '@sign-display/kiosk-shell/task-queue';
import type { Files } from './file-system.ts';
import { createSafeFile } from './safe-file.ts';

/**
 * The sign's memory on disk (promise K3), in two safe files: `kiosk.json` has the document without its secret, `secret.json` the secret
 * under its signId (docs/decisions/0023). Both are readable by their owner alone.
 *
 * Invariant: at every instant `secret.json` has the secret of every document that may be read after a power cut. So the secrets are written first,
 * and the one of a document that was replaced stays until the write after that.
 */
export interface FileStore extends Store {
  /** The copies that were found damaged and set aside since this store was made. */
  damaged(): readonly string[];
}

type Secrets = Readonly<Record<string, string>>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The secret of a document's identity, under its signId; nothing for a document without an identity. */
function secretsOf(document: unknown): Secrets {
  const identity = isRecord(document) ? document['identity'] : null;
  if (!isRecord(identity)) return {};
  const { signId, deviceSecret } = identity;
  return typeof signId === 'string' && typeof deviceSecret === 'string' ? { [signId]: deviceSecret } : {};
}

function withoutSecret(document: unknown): unknown {
  if (!isRecord(document) || !isRecord(document['identity'])) return document;
  const { deviceSecret: _, ...identity } = document['identity'];
  return { ...document, identity };
}

/** The document as it was written; null where it has an identity whose secret is gone: that sign can prove to nobody who it is. */
function withSecret(document: unknown, secrets: Secrets): unknown {
  if (!isRecord(document) || !isRecord(document['identity'])) return document;
  const { signId } = document['identity'];
  const deviceSecret = typeof signId === 'string' ? secrets[signId] : undefined;
  return deviceSecret === undefined ? null : { ...document, identity: { ...document['identity'], deviceSecret } };
}

const isSame = (one: Secrets, other: Secrets): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

/** `folder` exists, and is no other process's (folder-lock.ts). */
export function createFileStore(files: Files, folder: string): FileStore {
  const documents = createSafeFile(files, join(folder, 'kiosk.json'));
  const secrets = createSafeFile(files, join(folder, 'secret.json'));
  const inTurn = createTaskQueue();
  const damaged: string[] = [];
  /** What `secret.json` has, and of that what documents on disk may need; null before it was read, or when a write of it failed. */
  let kept: Secrets | null = null;
  let needed: Secrets = {};

  async function read(): ReturnType<Store['read']> {
    const [found, secret] = [await documents.read(), await secrets.read()];
    damaged.push(...found.damaged, ...secret.damaged);
    kept = (isRecord(secret.value) ? secret.value : {}) as Secrets;
    const document = withSecret(found.value, kept);
    needed = secretsOf(document);
    return { document, damaged: damaged.length > 0 || (document === null && found.value !== null) };
  }

  async function keep(next: Secrets): Promise<void> {
    if (kept !== null && isSame(kept, next)) return;
    kept = null;
    // Twice, so that the previous copy has it too: it changes once in a sign's life, and nothing can replace it.
    await secrets.write(next);
    await secrets.write(next);
    kept = next;
  }

  return {
    damaged: () => damaged,
    read: () => inTurn(read),
    write: (document) =>
      inTurn(async () => {
        if (kept === null) await read();
        const own = secretsOf(document);
        // A write that fails may have been the one that is read next.
        needed = { ...needed, ...own };
        await keep(needed);
        await documents.write(withoutSecret(document));
        needed = own;
      }),
  };
}
