// Imported before everything else: ends with one sentence on a release of Node that the program does not run on.
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19) || major === 21) {
  console.error(
    `Meridian needs Node 20.19 or later, 22, 24 or 26, and this is ${process.version}: see https://nodejs.org.`,
  );
  process.exit(1);
}
