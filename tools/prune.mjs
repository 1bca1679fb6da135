// Removes what packages bring along and nothing here reads. No dependencies: it runs on Node 20 or newer.
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Paths below node_modules. */
const unread = [
  // Headers for native addons, and manuals.
  /^node\/node_modules\/node-[^/]+\/(include|share|CHANGELOG\.md)$/,
  // pdfjs draws with it; the processes that read documents may not load native addons.
  /^@napi-rs\/canvas-[^/]+$/,
  // The icons as pictures; the build takes them from @tabler/icons-react.
  /^@tabler\/icons\/(icons|categories)$/,
  /^officeparser\/dist\/officeparser\.browser\.[\w.-]+$/,
  // Source maps of bought code.
  /\.map$/,
];

/**
 * Removes the unread parts of a folder node_modules, and the packages that are named besides ("name" or "@scope/name").
 * Returns the bytes on disk of what stays.
 */
export const pruneInstalled = (modules, packages = []) => {
  const counted = new Set();
  let bytes = 0;
  const count = (path) => {
    const { blocks, size, ino, nlink } = lstatSync(path);
    if (nlink > 1 && counted.has(ino)) return;
    counted.add(ino);
    // A block has 512 bytes; Windows counts none.
    bytes += blocks * 512 || size;
  };
  const visit = (folder) => {
    count(folder);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const name = relative(modules, path).split(sep).join('/');
      if (packages.includes(name) || unread.some((pattern) => pattern.test(name)))
        rmSync(path, { recursive: true, force: true });
      else if (entry.isDirectory()) visit(path);
      else count(path);
    }
  };
  visit(modules);
  return bytes;
};
