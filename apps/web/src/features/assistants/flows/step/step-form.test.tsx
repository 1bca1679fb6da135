import type { Conditions } from '@atelier/contracts/assistants/flows/flow-model';
import type { PieceDescription } from '@atelier/contracts/assistants/flows/pieces';
import type { Field } from '@atelier/contracts/fields/fields';
import { newCondition } from '@atelier/flows/operations';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ada,
  type BuilderServer,
  startBuilderServer,
  stopBuilderServers,
} from '../../../../../tests/builder-server.ts';
import { renderUi } from '../../../../../tests/render-ui.tsx';
import { connectionReply, pageReply } from '../../../../../tests/source-replies.ts';
import { SessionContext } from '../../../../lib/account/session.ts';
import { createQueryClient } from '../../../../lib/query.ts';
import type { PickGroup } from '../model/pickable.ts';
import { ConditionsEditor } from './conditions-editor.tsx';
import { ExpressionInput } from './expression-input.tsx';
import { PieceDetails } from './piece-details.tsx';
import { PieceForm } from './piece-form.tsx';
import { StepContext } from './step-context.ts';

let server: BuilderServer;
beforeEach(async () => {
  server = await startBuilderServer();
});
afterEach(cleanup);
afterAll(stopBuilderServers);

const session = {
  user: ada,
  isLeaving: false,
  begin: () => undefined,
  end: () => Promise.resolve(),
  refresh: () => Promise.resolve(),
};
const groups: PickGroup[] = [
  {
    name: 'trigger',
    title: 'Catch a webhook',
    values: [
      { token: '{{trigger}}', path: '', depth: 0, preview: '{"n":7}' },
      { token: '{{trigger.n}}', path: 'n', depth: 1, preview: '7' },
    ],
  },
];

const show = (content: ReactNode, isReadOnly = false) =>
  renderUi(
    <QueryClientProvider client={createQueryClient()}>
      <SessionContext value={session}>
        <StepContext value={{ groups, pieces: [], isReadOnly }}>{content}</StepContext>
      </SessionContext>
    </QueryClientProvider>,
  );

describe('data at the caret', () => {
  const Holder = ({ initial, onValue }: { initial: string; onValue: (value: string) => void }) => {
    const [value, setValue] = useState(initial);
    onValue(value);
    return <ExpressionInput label="Subject" value={value} onChange={setValue} />;
  };
  const showText = async (initial: string, isReadOnly = false) => {
    let current = initial;
    const onValue = (value: string) => {
      current = value;
    };
    await show(<Holder initial={initial} onValue={onValue} />, isReadOnly);
    return {
      text: () => current,
      box: screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Subject' }),
    };
  };
  const pick = async (search: string) => {
    await userEvent.click(screen.getByRole('button', { name: 'Insert data into Subject' }));
    await userEvent.type(await screen.findByRole('combobox', { name: 'Search data' }), `${search}{Enter}`);
  };

  it('is inserted where the caret was, which stands after it then', async () => {
    const { text, box } = await showText('Order  arrived');
    box.focus();
    box.setSelectionRange(6, 6);
    await pick('7');
    expect(text()).toBe('Order {{trigger}} arrived');
    await waitFor(() => expect(document.activeElement).toBe(box));
    await waitFor(() => expect(box.selectionStart).toBe(17));
  });

  it('replaces what was selected', async () => {
    const { text, box } = await showText('Order X arrived');
    box.focus();
    box.setSelectionRange(6, 7);
    await userEvent.click(screen.getByRole('button', { name: 'Insert data into Subject' }));
    await userEvent.click(await screen.findByRole('option', { name: /^n/ }));
    expect(text()).toBe('Order {{trigger.n}} arrived');
  });

  it('is found by its name before the whole value that contains it', async () => {
    const { text } = await showText('');
    await pick('n');
    expect(text()).toBe('{{trigger.n}}');
  });

  it('goes to the end of a text that was never entered', async () => {
    const { text } = await showText('Order ');
    await pick('webhook');
    expect(text()).toBe('Order {{trigger}}');
  });

  it('says when nothing fits, and is not offered where nothing may change', async () => {
    await showText('');
    await userEvent.click(screen.getByRole('button', { name: 'Insert data into Subject' }));
    await userEvent.type(await screen.findByRole('combobox', { name: 'Search data' }), 'zzz{Enter}');
    expect(screen.getByText(/^Nothing fits/).getAttribute('role')).toBe('status');
    await showText('', true);
    expect(screen.queryByRole('button', { name: /^Insert data/ })).toBeNull();
  });
});

describe('the package of a piece', () => {
  const address = 'GET /api/agent/package-details';

  it('is described as the registry does, once the user asks', { tags: ['PIECE-07'] }, async () => {
    server.state.replies[address] = {
      data: { name: 'http', version: '0.1.0', description: 'Calls addresses.', actions: 1, triggers: 2 },
    };
    await show(<PieceDetails name="http" />);
    expect(server.seen).toEqual([]);
    await userEvent.click(screen.getByText('About this piece'));
    expect(await screen.findByText('Calls addresses.')).toBeTruthy();
    expect(screen.getByText(/0\.1\.0, 1 action, 2 triggers/)).toBeTruthy();
    expect(server.seen.map(({ url }) => url)).toEqual(['/api/agent/package-details?name=http']);
  });

  it('says why it is not described', async () => {
    server.state.replies[address] = { status: 404, code: 'pieces.not_found', message: 'No such piece.' };
    await show(<PieceDetails name="gone" />);
    await userEvent.click(screen.getByText('About this piece'));
    expect(await screen.findByText('No such piece.')).toBeTruthy();
  });
});

describe('conditions', () => {
  const showConditions = async (initial: Conditions) => {
    let current = initial;
    const Holder = () => {
      const [conditions, setConditions] = useState(initial);
      current = conditions;
      return <ConditionsEditor conditions={conditions} onChange={setConditions} />;
    };
    await show(<Holder />);
    return () => current;
  };
  const button = (name: string) => screen.getByRole('button', { name });

  it('are joined by and within an alternative, and by or between alternatives', async () => {
    const conditions = await showConditions([[newCondition()]]);
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
    await userEvent.click(button('And'));
    await userEvent.click(button('Or'));
    expect(conditions().map((alternative) => alternative.length)).toEqual([2, 1]);
    const second = screen.getByRole('group', { name: 'Condition 2 of alternative 1' });
    await userEvent.type(within(second).getByRole('textbox', { name: 'Value' }), 'a');
    expect(conditions()[0]?.[1]?.firstValue).toBe('a');
    await userEvent.click(button('Remove Condition 1 of alternative 1'));
    expect(conditions()[0]).toEqual([expect.objectContaining({ firstValue: 'a' })]);
    await userEvent.click(button('Remove Condition 1 of alternative 2'));
    expect(conditions()).toHaveLength(1);
  });

  it('ask for a second value and for capital letters only where the comparison has them', async () => {
    const conditions = await showConditions([
      [{ firstValue: 'a', operator: 'TEXT_CONTAINS', secondValue: 'b' }],
    ]);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Tell capital letters apart' }));
    expect(conditions()[0]?.[0]?.caseSensitive).toBe(true);
    await userEvent.click(screen.getByRole('combobox', { name: 'Comparison' }));
    await userEvent.click(await screen.findByRole('option', { name: 'exists' }));
    expect(conditions()[0]?.[0]?.operator).toBe('EXISTS');
    expect(screen.queryByRole('textbox', { name: 'Compared with' })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});

describe('a prompt of a step', () => {
  it('is taken from the prompt library, with its variables filled in', async () => {
    const prompt = {
      ...{ promptId: 'prm_1', name: 'Kind answer', description: '', role: 'SYSTEM', shareWith: 'EVERYONE' },
      ...{ status: 'Published', hasChanges: false, version: 1, variables: ['customer'] },
      published: 'Answer {{customer}} kindly.',
      ...{ addedOn: '2026-11-01T00:00:00.000Z', modifiedOn: '2026-11-01T00:00:00.000Z', abilities: {} },
    };
    server.state.replies['GET /api/prompts/prompts'] = pageReply([prompt]);
    const field: Field = {
      ...{ name: 'prompt', label: 'Prompt', type: 'LONG_TEXT', required: false, isPrompt: true },
    };
    const ask = { name: 'ask', displayName: 'Ask', description: '', kind: 'outward' } as const;
    const ai: PieceDescription = {
      ...{
        name: 'ai',
        version: '1.0.0',
        displayName: 'AI',
        description: '',
        category: 'CORE',
        icon: 'default',
      },
      ...{ connection: null, actions: [{ ...ask, fields: [field] }], triggers: [] },
    };
    let value: unknown = '';
    await show(
      <PieceForm
        piece={ai}
        member={ai.actions[0]}
        settings={{ input: {} }}
        errors={{}}
        onChange={({ input }) => {
          value = input['prompt'];
        }}
      />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'From the prompt library' }));
    await userEvent.click(await screen.findByRole('button', { name: /^Kind answer/ }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'customer' }), 'Grace');
    await userEvent.click(screen.getByRole('button', { name: 'Insert' }));
    expect(value).toBe('Answer Grace kindly.');
  });
});

describe('the connection of a piece', () => {
  const list = '/api/content/v2/connections';
  const kinds = '/api/content/v2/connections-required-configurations';
  const piece = (isRequired: boolean): PieceDescription => ({
    name: 'http',
    version: '1.0.0',
    displayName: 'HTTP',
    description: '',
    category: 'CORE',
    icon: 'default',
    connection: {
      service: 'WEB',
      kind: 'HTTP_AUTHENTICATION',
      title: 'Web API',
      isRequired,
      help: [],
      fields: [],
    },
    actions: [{ name: 'send', displayName: 'Send', description: '', kind: 'outward', fields: [] }],
    triggers: [],
  });
  const showPiece = async (isRequired: boolean, errors: Record<string, string> = {}) => {
    const changes: (string | undefined)[] = [];
    await show(
      <PieceForm
        piece={piece(isRequired)}
        member={piece(isRequired).actions[0]}
        settings={{ input: {} }}
        errors={errors}
        onChange={({ connectionId }) => changes.push(connectionId)}
      />,
    );
    return changes;
  };
  const configuration = (kind: string, title: string) => ({
    service: 'WEB',
    kind,
    title,
    icon: 'default',
    description: '',
    help: [],
    fields: [],
    addressFields: [],
    hasLimits: false,
  });

  it('is chosen among those of its kind', { tags: ['FIELD-28'] }, async () => {
    const ours = { name: 'Ours', service: 'WEB', kind: 'HTTP_AUTHENTICATION', title: 'Web API' } as const;
    server.state.replies[`GET ${list}`] = pageReply([connectionReply(ours)]);
    const changes = await showPiece(true);
    await userEvent.click(await screen.findByRole('combobox', { name: 'Connection' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Ours (Web API)' }));
    expect(changes).toEqual(['con_1']);
    const asked = server.seen
      .map(({ url }) => new URL(url, server.origin))
      .find(({ pathname }) => pathname === list);
    expect(Object.fromEntries(asked?.searchParams ?? [])).toMatchObject({
      service: 'WEB',
      kind: 'HTTP_AUTHENTICATION',
    });
  });

  it('is made on the spot in the form of its kind, also where its service has others', async () => {
    server.state.replies[`GET ${list}`] = pageReply([]);
    server.state.replies[`GET ${kinds}`] = {
      data: {
        configurations: [
          configuration('WEBHOOK_CALLER', 'Caller of a webhook'),
          configuration('HTTP_AUTHENTICATION', 'Web API'),
        ],
      },
    };
    await showPiece(true);
    await userEvent.click(await screen.findByRole('button', { name: 'New connection' }));
    expect(await screen.findByRole('dialog', { name: /Web API/ })).toBeTruthy();
  });

  it('is marked as missing where it is required, and called optional elsewhere', async () => {
    server.state.replies[`GET ${list}`] = pageReply([]);
    await showPiece(true, { connectionId: 'Please choose a connection for “HTTP”.' });
    await screen.findByText('Please choose a connection for “HTTP”.');
    expect(screen.queryByText(/Leave this empty/)).toBeNull();
    await showPiece(false);
    await screen.findByText(/Leave this empty when none are needed/);
    expect(screen.queryByText('There is nothing to set here.')).toBeNull();
  });
});
