import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ada, type BuilderServer } from './builder-server.ts';
import { heading, open } from './open-app.tsx';
import { baseReply, connectorReplies, importsReply, pageReply, sourceReply } from './source-replies.ts';

export const estimate = {
  documents: 12,
  pages: 340,
  tokens: 150_000,
  seconds: 130,
  credits: 7,
  isExact: false,
  note: 'One page could not be looked at.',
};
export const seen = { hasSeenKbGuide: true, hasSeenAppGuide: true, hasSeenAgentGuide: true };

/** Sets up a user who has seen the tour, and a server that accepts every import. */
export const readyToImport = ({ state }: BuilderServer): void => {
  state.user = { ...ada, userWalkthroughTutorials: seen };
  state.replies = {
    'GET /api/import/connectors': { data: { connectors: connectorReplies } },
    'GET /api/import/accepted-files': { data: { endings: ['.pdf', '.txt'], maxBytes: 1024 } },
    'GET /api/content/knowledge-bases': pageReply([baseReply]),
    'GET /api/content/knowledge-base/kb_1': { data: baseReply },
    'POST /api/content/knowledge-base': { data: baseReply },
    'POST /api/import/v2/import-estimate': { data: estimate },
    'POST /api/import/v2/import-init': { data: sourceReply() },
    'POST /api/import/import-file': { data: { imports: [] } },
    'GET /api/import/sources/src_1': { data: sourceReply() },
    'GET /api/import/sources/src_1/items': pageReply([]),
    'GET /api/import/knowledge-base/kb_1/imports': importsReply([], {
      found: 12,
      imported: 9,
      failed: 1,
      pending: 2,
    }),
  };
};

export const show = async (address = '/knowledge-base/data-import') => {
  open(address);
  await heading('Import documents');
  await screen.findByRole('button', { name: 'Continue' });
};
export const go = async (step: string) => {
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('group', { name: step });
};
export const choose = async (name: string) => userEvent.click(await screen.findByRole('radio', { name }));
export const fill = async (label: string, value: string) => {
  const field = await screen.findByRole('textbox', { name: label });
  await userEvent.clear(field);
  await userEvent.type(field, value);
};
/** Chooses a website to read and continues to the settings of chunking. */
export const goWithWebsite = async (address = 'docs.example.com') => {
  await choose('Website');
  await go('Data Source Configuration');
  await fill('Address', address);
  await go('Text Data Refinement');
};
export const addFile = (file: File) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]:not([webkitdirectory])');
  return input
    ? userEvent.upload(input, file, { applyAccept: false })
    : Promise.reject(new Error('no input'));
};
