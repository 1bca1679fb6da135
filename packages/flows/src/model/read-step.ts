import {
  type Condition,
  type Conditions,
  conditionOperators,
  type FlowStep,
  flowLimits,
  type RouterBranch,
  type StepErrors,
} from '@atelier/contracts/assistants/flows/flow-model';
import { isObject } from '@atelier/contracts/fields/field-values';
import { takeConnection } from './connections.ts';
import { type JsonObject, type Reader, readSample, shownText } from './reader.ts';

/** A step whose chains are still nested JSON: one for each of its bodies. */
export interface ReadStep {
  step: FlowStep;
  inside: unknown[];
}

/** Other spellings of operators in public flows. */
const spellings: Readonly<Record<string, string>> = {
  TEXT_STARTS_WITH: 'TEXT_START_WITH',
  TEXT_END_WITH: 'TEXT_ENDS_WITH',
  TEXT_IS: 'TEXT_EXACTLY_MATCHES',
  TEXT_IS_NOT: 'TEXT_DOES_NOT_EXACTLY_MATCH',
};

const readCondition = (reader: Reader, name: string, json: unknown): Condition => {
  const it = reader.values(name, json, 'A condition');
  const { operator: given = 'TEXT_CONTAINS' } = it;
  const operator = conditionOperators.find((each) => each === (spellings[shownText(given)] ?? given));
  if (operator === undefined) reader.report(name, `There is no condition “${shownText(given)}”.`);
  return {
    firstValue: it['firstValue'] ?? '',
    operator: operator ?? 'TEXT_CONTAINS',
    ...(it['secondValue'] === undefined ? {} : { secondValue: it['secondValue'] }),
    ...(it['caseSensitive'] === true ? { caseSensitive: true } : {}),
  };
};

const readConditions = (reader: Reader, name: string, json: unknown): Conditions => {
  const groups = reader
    .list(name, json, 'The conditions')
    .map((group) => reader.list(name, group, 'A group of conditions'));
  if (groups.flat().length + groups.length > flowLimits.conditions) {
    reader.report(name, `There may be at most ${flowLimits.conditions} conditions.`);
    return [];
  }
  return groups.map((group) => group.map((it) => readCondition(reader, name, it)));
};

const isOn = (value: unknown): boolean => value === true || (isObject(value) && value['value'] === true);

/** The most tries of a step, and the longest wait before the second one. */
export const retryLimits = { tries: 10, waitSeconds: 600 };

const readRetry = (reader: Reader, name: string, options: JsonObject): Partial<StepErrors> => {
  const read = (key: 'tries' | 'waitSeconds', least: number): Partial<StepErrors> => {
    const value = options[key];
    if (value === undefined || value === null) return {};
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= retryLimits[key])
      return { [key]: value };
    reader.report(name, `“${key}” must be a whole number from ${least} to ${retryLimits[key]}.`);
    return {};
  };
  return { ...read('tries', 2), ...read('waitSeconds', 1) };
};

const readErrors = (reader: Reader, name: string, settings: JsonObject): StepErrors => {
  const given = settings['errorHandlingOptions'];
  const options = isObject(given) ? given : {};
  return {
    ...readRetry(reader, name, options),
    retryOnFailure: isOn(options['retryOnFailure']),
    continueOnFailure: isOn(options['continueOnFailure']),
  };
};

/** A step before its type is known, and the JSON it is read from. */
interface Beginning {
  reader: Reader;
  base: Omit<FlowStep, 'type' | 'settings' | 'body' | 'branches'>;
  json: JsonObject;
  settings: JsonObject;
}

const readPiece = ({ reader, base, settings }: Beginning): ReadStep => {
  const { name } = base;
  const input = reader.values(name, settings['input'], 'The input');
  return {
    step: {
      ...base,
      type: 'PIECE',
      settings: {
        pieceName: reader.text(name, settings['pieceName'], 'The name of the piece'),
        pieceVersion: reader.text(name, settings['pieceVersion'], 'The version of the piece'),
        pieceType: reader.word(name, settings['pieceType'], ['OFFICIAL', 'CUSTOM']),
        packageType: reader.word(name, settings['packageType'], ['REGISTRY', 'ARCHIVE']),
        actionName: reader.text(name, settings['actionName'], 'The name of the action'),
        ...takeConnection(settings, input),
      },
    },
    inside: [],
  };
};

const readCode = ({ reader, base, settings }: Beginning): ReadStep => {
  const { name } = base;
  const source = reader.object(name, settings['sourceCode'], 'The source code');
  return {
    step: {
      ...base,
      type: 'CODE',
      settings: {
        code: reader.text(name, source['code'], 'The code'),
        input: reader.values(name, settings['input'], 'The input'),
      },
    },
    inside: [],
  };
};

const readLoop = ({ reader, base, settings, json }: Beginning): ReadStep => ({
  step: {
    ...base,
    type: 'LOOP_ON_ITEMS',
    settings: { items: reader.text(base.name, settings['items'], 'The items of the loop') },
    body: null,
  },
  inside: [json['firstLoopAction']],
});

const mostTimes = 10_000;

const readRepeat = ({ reader, base, settings, json }: Beginning): ReadStep => {
  const { maxTimes = 100 } = settings;
  const isRight = typeof maxTimes === 'number' && Number.isInteger(maxTimes) && maxTimes >= 1;
  if (!isRight || maxTimes > mostTimes) {
    reader.report(base.name, `The step can repeat from 1 to ${mostTimes} times.`);
  }
  const conditions = readConditions(reader, base.name, settings['conditions']);
  return {
    step: {
      ...base,
      type: 'REPEAT_UNTIL',
      settings: { conditions, maxTimes: isRight ? maxTimes : 100 },
      body: null,
    },
    inside: [json['firstLoopAction']],
  };
};

const readBranches = ({ reader, base, settings, json }: Beginning, least: number) => {
  const branches = reader.list(base.name, settings['branches'], 'The branches');
  const inside = reader.list(base.name, json['children'], 'The chains of the branches');
  const count = Math.max(branches.length, inside.length, least);
  if (count > flowLimits.branches) {
    reader.report(base.name, `A step may have at most ${flowLimits.branches} branches.`);
    return [];
  }
  return Array.from({ length: count }, (_, at) => ({
    branch: reader.object(base.name, branches[at], 'A branch'),
    title: (branch: JsonObject) => reader.title(base.name, branch['branchName'], `Branch ${at + 1}`),
    inside: inside[at],
  }));
};

const readRouter = (beginning: Beginning): ReadStep => {
  const { reader, base, settings } = beginning;
  const all = readBranches(beginning, 0);
  const branches = all.map(({ branch, title }): RouterBranch => {
    const branchType = reader.word(base.name, branch['branchType'], ['CONDITION', 'FALLBACK']);
    const conditions =
      branchType === 'FALLBACK' ? [] : readConditions(reader, base.name, branch['conditions']);
    return { branchName: title(branch), branchType, conditions, body: null };
  });
  if (branches.filter(({ branchType }) => branchType === 'FALLBACK').length > 1) {
    reader.report(base.name, 'A router may have one fallback branch only.');
  }
  const executionType = reader.word(base.name, settings['executionType'], [
    'EXECUTE_FIRST_MATCH',
    'EXECUTE_ALL_MATCH',
  ]);
  return {
    step: { ...base, type: 'ROUTER', settings: { executionType }, branches },
    inside: all.map(({ inside }) => inside),
  };
};

/** The older step with two branches: a router whose second branch is the fallback. */
const readBranch = ({ reader, base, settings, json }: Beginning): ReadStep => {
  const conditions = readConditions(reader, base.name, settings['conditions']);
  return {
    step: {
      ...base,
      type: 'ROUTER',
      settings: { executionType: 'EXECUTE_FIRST_MATCH' },
      branches: [
        { branchName: 'True', branchType: 'CONDITION', conditions, body: null },
        { branchName: 'False', branchType: 'FALLBACK', conditions: [], body: null },
      ],
    },
    inside: [json['onSuccessAction'], json['onFailureAction']],
  };
};

const readParallel = (beginning: Beginning): ReadStep => {
  const all = readBranches(beginning, 1);
  return {
    step: {
      ...beginning.base,
      type: 'PARALLEL',
      branches: all.map(({ branch, title }) => ({ branchName: title(branch), body: null })),
    },
    inside: all.map(({ inside }) => inside),
  };
};

const readers: Readonly<Record<string, (beginning: Beginning) => ReadStep>> = {
  PIECE: readPiece,
  CODE: readCode,
  LOOP_ON_ITEMS: readLoop,
  REPEAT_UNTIL: readRepeat,
  ROUTER: readRouter,
  BRANCH: readBranch,
  PARALLEL: readParallel,
};

/** Reads one step without the steps after it and inside it. Returns undefined when nobody knows its type. */
export const readStep = (reader: Reader, name: string, json: JsonObject): ReadStep | undefined => {
  const type = shownText(json['type']);
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined;
  if (!read) {
    reader.report(name, `There is no type of step “${type}”.`);
    return undefined;
  }
  const settings = reader.object(name, json['settings'], 'The settings');
  const base = {
    name,
    displayName: reader.title(name, json['displayName'], name),
    isSkipped: json['skip'] === true,
    next: null,
    ...readSample(json),
    errors: readErrors(reader, name, settings),
  };
  return read({ reader, base, json, settings });
};
