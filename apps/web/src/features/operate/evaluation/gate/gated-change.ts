import type { CallOf } from '@atelier/contracts/kernel/contract';
import type { evaluation } from '@atelier/contracts/operate/evaluation/evaluation';
import { toSubject, wordForSubject } from '../model/subject.ts';
import type { TestsToPass } from './held-back.ts';

/** A change that the gate has refused: changed settings of an app, or the draft of a flow, an agent or a crew. */
export type GatedChange = Pick<CallOf<(typeof evaluation.endpoints)['run']>['body'], 'settings' | 'draftOf'>;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Names a test by what it is of, unless that is what is changed. */
export const titleForTest = (test: TestsToPass[number], { settings, draftOf }: GatedChange) =>
  settings !== undefined || test.agentId === draftOf
    ? undefined
    : `${capital(wordForSubject(toSubject(test)))} “${test.name}”`;
