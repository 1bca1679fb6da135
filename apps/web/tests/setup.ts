import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { resetSupport } from '../src/features/operate/support/index.ts';
import { agentsState } from '../src/lib/account/agents-state.ts';
import { expectRepliesOfContracts } from './builder-server.ts';

// Code that is loaded on demand is compiled while a test waits for it, which takes long on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

// Test files share a process, and with it the browser's storage, and the state of the support chat and of the screens about agents.
beforeAll(() => {
  localStorage.clear();
  sessionStorage.clear();
  resetSupport();
  agentsState.reset();
});

// A toast stays for seconds, and would be shown to the next test, too.
beforeEach(() => {
  notifications.clean();
});

afterEach(expectRepliesOfContracts);

// A dialog returns the focus a moment after it was closed, and needs a document for it.
afterAll(async () => {
  cleanup();
  await new Promise((resolve) => setTimeout(resolve, 50));
});
