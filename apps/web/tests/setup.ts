import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { resetSupport } from '../src/features/operate/support/index.ts';
import { expectRepliesOfContracts } from './builder-server.ts';

// Code that is loaded on demand is compiled while a test waits for it, on a machine that is busy with other tests.
configure({ asyncUtilTimeout: 10_000 });

// Files share a process, and with it what a browser keeps and whether the support chat is open.
beforeAll(() => {
  localStorage.clear();
  sessionStorage.clear();
  resetSupport();
});

afterEach(expectRepliesOfContracts);

// A dialog gives the focus back a moment after it was closed; until then there must be a document.
afterAll(async () => {
  cleanup();
  await new Promise((resolve) => setTimeout(resolve, 50));
});
