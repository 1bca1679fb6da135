import { type AttackTest, attacks } from '@atelier/contracts/operate/evaluation/attacks';
import { usePages, useRead, useWrite } from '../../../../lib/query.ts';
import { isOpen } from '../../../../lib/runs/run-words.ts';
import type { Subject } from '../model/subject.ts';

const { endpoints } = attacks;
const pollMs = 1000;

/** The questions and the cost of an attack; read only while somebody wants to know them. */
export const useAttackPlan = (subject: Subject) =>
  useRead(endpoints.plan, { query: subject }, { staleTime: 0 });

/** The attacks on an app or an agent, read again every second while one has not ended. */
export const useAttacks = (subject: Subject) =>
  usePages(
    endpoints.list,
    { query: subject },
    { refetchInterval: (pages) => (pages.some(({ items }) => items.some(isOpen)) ? pollMs : false) },
  );

export const useAttack = (attackTestId: string) =>
  useRead(
    endpoints.read,
    { params: { attackTestId }, query: {} },
    { refetchInterval: (test) => (test === undefined || isOpen(test) ? pollMs : false), staleTime: 0 },
  );

export const useStartAttack = (onSuccess: (test: AttackTest) => void) =>
  useWrite(endpoints.start, { refreshes: [endpoints.list], onSuccess });

export const useCancelAttack = () =>
  useWrite(endpoints.cancel, { refreshes: [endpoints.list, endpoints.read], toastFailure: true });
