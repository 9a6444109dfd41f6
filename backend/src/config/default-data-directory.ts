import { posix, win32 } from 'node:path';

/** What the default place of the data depends on. `homeDirectory` is null for a user who has none. */
export interface Machine {
  platform: NodeJS.Platform;
  isRoot: boolean;
  homeDirectory: string | null;
}

const NAME = 'sign-display-service';

/**
 * A folder of the service's own in the user's data folder, as each platform names it. As root it lies outside of the home:
 * PostgreSQL refuses to run as root, and whoever it runs as instead may not enter `/root`. Null where there is no home.
 */
export function defaultDataDirectory(machine: Machine, env: Record<string, string | undefined>): string | null {
  const { platform, isRoot, homeDirectory } = machine;
  if (platform === 'win32') {
    if (env['LOCALAPPDATA']) return win32.join(env['LOCALAPPDATA'], NAME);
    return homeDirectory && win32.join(homeDirectory, 'AppData', 'Local', NAME);
  }
  if (platform === 'darwin') {
    const home = isRoot ? '/' : homeDirectory;
    return home && posix.join(home, 'Library', 'Application Support', NAME);
  }
  if (isRoot) return posix.join('/var/lib', NAME);
  // The XDG specification: a relative path is invalid and is ignored.
  const dataHome = env['XDG_DATA_HOME'];
  if (dataHome && posix.isAbsolute(dataHome)) return posix.join(dataHome, NAME);
  return homeDirectory && posix.join(homeDirectory, '.local', 'share', NAME);
}
