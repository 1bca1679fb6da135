import { cleanup, configure } from '@testing-library/react';
import { afterAll, beforeAll } from 'vitest';

// What is loaded on demand is compiled while it is waited for, on a machine that is busy with other tests.
configure({ asyncUtilTimeout: 10_000 });

// Files share a process, and with it what a browser keeps.
beforeAll(() => {
  localStorage.clear();
  sessionStorage.clear();
});

// A dialog gives the focus back a moment after it was closed; until then there must be a document.
afterAll(async () => {
  cleanup();
  await new Promise((resolve) => setTimeout(resolve, 50));
});
