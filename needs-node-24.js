// Loaded before the program (`node --import`): an older Node can't read its TypeScript, and says so in words that help nobody.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  process.stderr.write(
    `This runs on Node 24, and here is Node ${process.versions.node}. Node 24 comes with the packages, by the install script of the one\n` +
      'named node: run `npm ci` without --ignore-scripts (or `npm rebuild node`), or install Node 24 on this machine.\n',
  );
  process.exit(2);
}
