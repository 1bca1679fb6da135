import { agents } from '@atelier/contracts/assistants/agents/agents';
import { crews } from '@atelier/contracts/assistants/agents/crews';
import { apps } from '@atelier/contracts/assistants/apps';
import { curatedAnswers } from '@atelier/contracts/assistants/chat/curated-answers';
import { flowSettings } from '@atelier/contracts/assistants/flows/flow-settings';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { prompts } from '@atelier/contracts/assistants/prompts/prompts';
import { mcps } from '@atelier/contracts/assistants/tools/mcps';
import { tools } from '@atelier/contracts/assistants/tools/tools';
import { workers } from '@atelier/contracts/assistants/workers/workers';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { connections } from '@atelier/contracts/content/connections/connections';
import { modelCatalogue } from '@atelier/contracts/content/model-catalogue';
import { models } from '@atelier/contracts/content/models';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import { schemas } from '@atelier/contracts/content/schemas/schemas';
import { sources } from '@atelier/contracts/content/sources/sources';
import { evaluation } from '@atelier/contracts/operate/evaluation/evaluation';
import type { AlertRuleInput } from '@atelier/contracts/operate/monitoring/alert-shapes';
import { alerts } from '@atelier/contracts/operate/monitoring/alerts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../client.ts';
import { webhookFlow } from '../flow-json.ts';
import { importTexts } from '../knowledge.ts';
import { joinTenant } from '../member.ts';
import { startWorkerBed, type WorkerBed } from '../worker-bed.ts';

interface Saved {
  status: number;
  body: { code?: string; details?: unknown };
}

/** One stored thing that two people edit. */
interface Thing {
  revision: number;
  /** Saves the thing with another text in one of its fields. */
  save: (as: Client, text: string, revision: number | undefined) => Promise<Saved>;
  /** Reads the text and the revision that are stored. */
  read: () => Promise<{ text: string; revision: number }>;
}

let bed: WorkerBed;
let ada: Client;
let grace: Client;
let baseId: string;
let importId: string;
let appId: string;

beforeAll(async () => {
  bed = await startWorkerBed();
  ada = bed.client;
  ({ client: grace } = await joinTenant(bed.server, { tenantId: bed.tenantId, role: 'ADMIN' }));
  baseId = (await newBase()).knowledgeBaseId;
  const [document] = await importTexts(ada, baseId, { 'leave.md': 'Leave is 25 days.' });
  importId = document?.knowledgeBaseImportId ?? '';
  ({ appId } = await ada.call(apps.endpoints.create, { body: { name: 'Desk', knowledgeBaseIds: [baseId] } }));
});
afterAll(() => bed.close());

const unique = (what: string) => `${what} ${crypto.randomUUID()}`;
const newBase = () => ada.call(knowledge.endpoints.create, { body: { name: unique('Base') } });
const at = (id: string) => ({ params: { id } });

const things: Record<string, { code: string; make: () => Promise<Thing> }> = {
  'an app': {
    code: 'apps.changed_meanwhile',
    make: async () => {
      const app = await ada.call(apps.endpoints.create, { body: { name: unique('App') } });
      return {
        revision: app.revision,
        save: (as, description, revision) =>
          as.send(apps.endpoints.update, { body: { appId: app.appId, description, revision } }),
        read: async () => {
          const { description, revision } = await ada.call(apps.endpoints.get, at(app.appId));
          return { text: description, revision };
        },
      };
    },
  },
  'a knowledge base': {
    code: 'knowledge.changed_meanwhile',
    make: async () => {
      const { knowledgeBaseId: id, revision } = await newBase();
      return {
        revision,
        save: (as, description, edited) =>
          as.send(knowledge.endpoints.update, { ...at(id), body: { description, revision: edited } }),
        read: async () => {
          const base = await ada.call(knowledge.endpoints.get, at(id));
          return { text: base.description, revision: base.revision };
        },
      };
    },
  },
  'the details of a knowledge base': {
    code: 'knowledge.changed_meanwhile',
    make: async () => {
      const { knowledgeBaseId, revision } = await newBase();
      return {
        revision,
        save: (as, name, edited) =>
          as.send(knowledge.endpoints.saveDataStructure, {
            body: { knowledgeBaseId, fields: [{ name }], revision: edited },
          }),
        read: async () => {
          const base = await ada.call(knowledge.endpoints.get, at(knowledgeBaseId));
          return { text: base.dataStructure[0]?.name ?? '', revision: base.revision };
        },
      };
    },
  },
  'an alert rule': {
    code: 'alerts.changed_meanwhile',
    make: async () => {
      const rule: Omit<AlertRuleInput, 'name'> = {
        ...{ subjectKind: 'COMPANY', subjectId: null, metric: 'DISLIKES', threshold: 5, hours: 24 },
        ...{ least: 20, quietMinutes: 240, mail: 'ADMINS', webhookUrl: null, enabled: true },
      };
      const { endpoints } = alerts;
      const { ruleId, revision } = await ada.call(endpoints.create, { body: { name: 'Rule', ...rule } });
      return {
        revision,
        save: (as, name, edited) =>
          as.send(endpoints.change, { ...at(ruleId), body: { name, ...rule, revision: edited } }),
        read: async () => {
          const { items } = await ada.call(endpoints.rules, {});
          const found = items.find((item) => item.ruleId === ruleId);
          return { text: found?.name ?? '', revision: found?.revision ?? 0 };
        },
      };
    },
  },
  'a provider of models': {
    code: 'models.provider_changed_meanwhile',
    make: async () => {
      const { endpoints } = models;
      const rest = { kind: 'openai', settings: { apiKey: 'sk-1' } } as const;
      const made = await ada.call(endpoints.createProvider, { body: { name: 'Provider', ...rest } });
      return {
        revision: made.revision,
        save: (as, name, revision) =>
          as.send(endpoints.updateProvider, { ...at(made.providerId), body: { name, ...rest, revision } }),
        read: async () => {
          const { providers } = await ada.call(endpoints.listProviders, {});
          const found = providers.find(({ providerId }) => providerId === made.providerId);
          return { text: found?.name ?? '', revision: found?.revision ?? 0 };
        },
      };
    },
  },
  'the properties of a model': {
    code: 'models.model_changed_meanwhile',
    make: async () => {
      const { createProvider } = models.endpoints;
      const { providerId } = await ada.call(createProvider, {
        body: { name: 'Other', kind: 'openai', settings: { apiKey: 'sk-1' }, chatModels: ['writer'] },
      });
      const id = `${providerId}/writer`;
      const read = () => ada.call(modelCatalogue.endpoints.get, at(id));
      const properties = (label: string) => ({ label, temperature: null, maxOutputTokens: null });
      return {
        revision: (await read()).revision,
        save: (as, label, revision) =>
          as.send(modelCatalogue.endpoints.update, {
            ...at(id),
            body: { type: 'CHAT', properties: properties(label), revision },
          }),
        read: async () => {
          const model = await read();
          return { text: model.label, revision: model.revision };
        },
      };
    },
  },
  'a column of a schema': {
    code: 'schemas.column_changed_meanwhile',
    make: async () => {
      const { endpoints } = schemas;
      const body = { knowledgeBaseId: baseId, name: unique('Schema'), columns: [{ name: 'Total' }] };
      const made = await ada.call(endpoints.create, { body });
      const [column] = made.columns;
      const params = { schemaId: made.schemaId, columnId: column?.columnId ?? '' };
      return {
        revision: column?.revision ?? 0,
        save: (as, name, revision) => as.send(endpoints.changeColumn, { params, body: { name, revision } }),
        read: async () => {
          const { columns } = await ada.call(endpoints.get, { params: { schemaId: made.schemaId } });
          return { text: columns[0]?.name ?? '', revision: columns[0]?.revision ?? 0 };
        },
      };
    },
  },
  'a saved question': {
    code: 'retrieval.question_changed_meanwhile',
    make: async () => {
      const { endpoints } = retrieval;
      const expected = [{ knowledgeBaseImportId: importId, documentName: '', text: '' }];
      const body = { knowledgeBaseId: baseId, query: unique('What'), expected };
      const made = await ada.call(endpoints.saveQuestion, { body });
      const questionId = made.savedQuestionId;
      return {
        revision: made.revision,
        save: (as, query, revision) =>
          as.send(endpoints.changeQuestion, { params: { questionId }, body: { query, revision } }),
        read: async () => {
          const { items } = await ada.call(endpoints.listQuestions, { query: { knowledgeBaseId: baseId } });
          const found = items.find(({ savedQuestionId }) => savedQuestionId === questionId);
          return { text: found?.query ?? '', revision: found?.revision ?? 0 };
        },
      };
    },
  },
  'a connection': {
    code: 'connections.changed_meanwhile',
    make: async () => {
      const { endpoints } = connections;
      const made = await ada.call(endpoints.create, {
        body: {
          ...{ name: unique('Connection'), service: 'WEB', kind: 'HTTP_AUTHENTICATION' },
          values: { site: 'https://api.example.com', way: 'BEARER', secret: 'ours' },
        },
      });
      return {
        revision: made.revision,
        save: (as, name, revision) =>
          as.send(endpoints.update, { ...at(made.connectionId), body: { name, revision } }),
        read: async () => {
          const { name, revision } = await ada.call(endpoints.get, at(made.connectionId));
          return { text: name, revision };
        },
      };
    },
  },
  'a source': {
    code: 'sources.changed_meanwhile',
    make: async () => {
      const { endpoints } = sources;
      const made = await ada.call(endpoints.init, {
        body: {
          ...{ knowledgeBaseId: baseId, type: 'MANUAL', name: 'Notes' },
          settings: { title: 'Notes', text: 'Leave.' },
        },
      });
      const params = { sourceId: made.sourceId };
      return {
        revision: made.revision,
        save: (as, name, revision) => as.send(endpoints.update, { params, body: { name, revision } }),
        read: async () => {
          const { name, revision } = await ada.call(endpoints.get, { params });
          return { text: name, revision };
        },
      };
    },
  },
  'a tool': {
    code: 'tools.changed_meanwhile',
    make: async () => {
      const { endpoints } = tools;
      const request = { url: 'https://api.example.com/orders' };
      const body = { name: unique('Tool'), request };
      const { toolId, name, revision } = await ada.call(endpoints.create, { body });
      return {
        revision,
        save: (as, description, edited) =>
          as.send(endpoints.update, { body: { toolId, name, request, description, revision: edited } }),
        read: async () => {
          const tool = await ada.call(endpoints.get, { query: { toolId } });
          return { text: tool.description, revision: tool.revision };
        },
      };
    },
  },
  'an MCP server': {
    code: 'mcps.changed_meanwhile',
    make: async () => {
      const { endpoints } = mcps;
      const url = 'http://127.0.0.1:9/mcp';
      const made = await ada.call(endpoints.create, { body: { name: unique('Server'), url } });
      const { mcpId, name } = made;
      return {
        revision: made.settingsRevision,
        save: (as, description, revision) =>
          as.send(endpoints.update, { body: { mcpId, name, url, description, revision } }),
        read: async () => {
          const mcp = await ada.call(endpoints.get, at(mcpId));
          return { text: mcp.description, revision: mcp.settingsRevision };
        },
      };
    },
  },
  'a test question': {
    code: 'evaluation.question_changed_meanwhile',
    make: async () => {
      const { endpoints } = evaluation;
      const questions = [{ question: unique('How'), correctAnswer: '25' }];
      const { items } = await ada.call(endpoints.add, { body: { appId, questions } });
      const [made] = items;
      const id = made?.botPerformanceId ?? '';
      return {
        revision: made?.revision ?? 0,
        save: (as, correctAnswer, revision) =>
          as.send(endpoints.change, { ...at(id), body: { correctAnswer, revision } }),
        read: async () => {
          const list = await ada.call(endpoints.list, { query: { appId } });
          const found = list.items.find(({ botPerformanceId }) => botPerformanceId === id);
          return { text: found?.correctAnswer ?? '', revision: found?.revision ?? 0 };
        },
      };
    },
  },
  'a curated answer': {
    code: 'suggestions.changed_meanwhile',
    make: async () => {
      const { save, list } = curatedAnswers.endpoints;
      const body = { appId, question: unique('When'), answer: 'Soon.' };
      const { suggestionId, revision } = await ada.call(save, { body });
      return {
        revision,
        save: (as, answer, edited) =>
          as.send(save, { body: { ...body, suggestionId, answer, revision: edited } }),
        read: async () => {
          const { items } = await ada.call(list, { query: { appId } });
          const found = items.find((item) => item.suggestionId === suggestionId);
          return { text: found?.answer ?? '', revision: found?.revision ?? 0 };
        },
      };
    },
  },
  'the settings of a flow': {
    code: 'flows.settings_changed_meanwhile',
    make: async () => {
      const { flowId } = await ada.call(flows.endpoints.create, { body: webhookFlow(unique('Flow'), []) });
      const { get, put } = flowSettings.endpoints;
      return {
        revision: (await ada.call(get, at(flowId))).revision,
        save: (as, text, revision) =>
          as.send(put, { ...at(flowId), body: { keepDays: text.length, revision } }),
        read: async () => {
          const { settings, revision } = await ada.call(get, at(flowId));
          return { text: 'x'.repeat(settings.keepDays ?? 0), revision };
        },
      };
    },
  },
  'a flow': {
    code: 'flows.changed_meanwhile',
    make: async () => {
      const { endpoints } = flows;
      const made = await ada.call(endpoints.create, { body: webhookFlow(unique('Flow'), []) });
      return {
        revision: made.version.revision,
        save: (as, displayName, revision) =>
          as.send(endpoints.update, { ...at(made.flowId), body: { displayName, revision } }),
        read: async () => {
          const { displayName, version } = await ada.call(endpoints.get, at(made.flowId));
          return { text: displayName, revision: version.revision };
        },
      };
    },
  },
  'an agent': {
    code: 'agents.changed_meanwhile',
    make: async () => {
      const { endpoints } = agents;
      const made = await ada.call(endpoints.create, { body: { name: unique('Agent') } });
      return {
        revision: made.revision,
        save: (as, description, revision) =>
          as.send(endpoints.update, { ...at(made.agentId), body: { description, revision } }),
        read: async () => {
          const { description, revision } = await ada.call(endpoints.get, at(made.agentId));
          return { text: description, revision };
        },
      };
    },
  },
  'a crew': {
    code: 'agents.changed_meanwhile',
    make: async () => {
      const { endpoints } = crews;
      const team = { supervisor: { agentId: await bed.makeAgent() }, subordinates: [await bed.makeAgent()] };
      const made = await ada.call(endpoints.create, { body: { name: unique('Crew'), ...team } });
      return {
        revision: made.revision,
        save: (as, description, revision) =>
          as.send(endpoints.update, { ...at(made.crewId), body: { description, revision } }),
        read: async () => {
          const { description, revision } = await ada.call(endpoints.get, at(made.crewId));
          return { text: description, revision };
        },
      };
    },
  },
  'a prompt': {
    code: 'prompts.changed_meanwhile',
    make: async () => {
      const { endpoints } = prompts;
      const name = unique('Prompt');
      const { promptId, revision } = await ada.call(endpoints.create, { body: { name } });
      const params = { promptId };
      return {
        revision,
        save: (as, prompt, edited) =>
          as.send(endpoints.update, { params, body: { name, prompt, revision: edited } }),
        read: async () => {
          const found = await ada.call(endpoints.get, { params });
          return { text: found.prompt, revision: found.revision };
        },
      };
    },
  },
  'a worker': {
    code: 'workers.changed_meanwhile',
    make: async () => {
      const made = await bed.deploy();
      const { endpoints } = workers;
      return {
        revision: made.revision,
        save: (as, description, revision) =>
          as.send(endpoints.update, { ...at(made.workerId), body: { description, revision } }),
        read: async () => {
          const { description, revision } = await ada.call(endpoints.get, at(made.workerId));
          return { text: description, revision };
        },
      };
    },
  },
};

describe('two people who edit one thing', () => {
  for (const [what, { code, make }] of Object.entries(things))
    it(`are told who has saved ${what} meanwhile, and the second one decides what is kept`, async () => {
      const thing = await make();
      expect((await thing.save(grace, 'theirs', thing.revision)).status).toBe(200);
      const late = await thing.save(ada, 'mine too', thing.revision);
      const now = await thing.read();
      expect(now.text).toBe('theirs'.replaceAll(/./g, what === 'the settings of a flow' ? 'x' : '$&'));
      expect(now.revision).not.toBe(thing.revision);
      expect(late).toMatchObject({
        status: 409,
        body: {
          code,
          details: {
            ...{ revision: now.revision, changedBy: 'Grace Hopper', byCaller: false },
            newest: { revision: now.revision },
          },
        },
      });
      expect((await thing.save(ada, 'mine too', now.revision)).status).toBe(200);
      const kept = await thing.read();
      expect(kept.text).toHaveLength('mine too'.length);
      const own = await thing.save(ada, 'a third text', now.revision);
      expect(own.body.details).toMatchObject({ byCaller: true, revision: kept.revision });
      expect((await thing.save(grace, 'whatever was there', undefined)).status).toBe(200);
    });

  it('refuses one of two who save at the same moment', async () => {
    const { knowledgeBaseId, revision } = await newBase();
    const saves = await Promise.all(
      [ada, grace].map((as, place) =>
        as.send(knowledge.endpoints.update, {
          ...at(knowledgeBaseId),
          body: { description: `Text ${place}`, revision },
        }),
      ),
    );
    expect(saves.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('keeps the revision of a knowledge base that is switched off, which no form does', async () => {
    const { knowledgeBaseId, revision } = await newBase();
    const params = { id: knowledgeBaseId };
    const off = await ada.call(knowledge.endpoints.update, { params, body: { status: 'OFF' } });
    expect(off.revision).toBe(revision);
  });
});
