import { isChangedMeanwhile, Meanwhile } from '@atelier/contracts/kernel/revisions';
import type { ErrorDescription } from '../../feedback/describe-error.ts';
import type { FormProblem } from '../../feedback/form-failure.tsx';
import { MeanwhileChoice } from './meanwhile-choice.tsx';

/** Returns who has changed the thing that was to be saved, if that is why saving was refused. */
export const meanwhileIn = ({ code, details }: ErrorDescription): Meanwhile | undefined =>
  isChangedMeanwhile(code)
    ? (Meanwhile.safeParse(details).data ?? {
        ...{ revision: -1, changedBy: null, changedAt: null, byCaller: false, newest: undefined },
      })
    : undefined;

const isToday = (moment: Date): boolean => moment.toDateString() === new Date().toDateString();

const describeTime = (at: string | null): string => {
  if (at === null) return '';
  const moment = new Date(at);
  const time = moment.toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hour12: false });
  return isToday(moment) ? ` at ${time}` : ` on ${moment.toLocaleDateString('en')} at ${time}`;
};

/** Says who has changed the thing since it was opened, and when, if that is known. */
export const describeMeanwhile = ({ changedBy, changedAt, byCaller }: Meanwhile): string => {
  const time = describeTime(changedAt);
  const who = byCaller
    ? `You saved a newer version in another window${time}.`
    : `${changedBy ?? 'Somebody else'} saved a newer version${time}, after you opened this one.`;
  return `${who} Your changes are not saved.`;
};

/** Adds the choice between the newer thing and one's own changes to a failure, if somebody has saved the thing meanwhile. */
export const offerChoice = (
  description: ErrorDescription,
  { load, keep }: { load: (meanwhile: Meanwhile) => void; keep: (meanwhile: Meanwhile) => void },
): FormProblem => {
  const meanwhile = meanwhileIn(description);
  if (meanwhile === undefined) return description;
  const choice = <MeanwhileChoice load={() => load(meanwhile)} keep={() => keep(meanwhile)} />;
  return { ...description, message: describeMeanwhile(meanwhile), choice };
};

interface Editing<V> {
  /** Returns the values that the form has for the thing as the server sends it. */
  read: (newest: unknown) => V;
  /** Goes on from a revision. */
  begin: (revision: number) => void;
  show: (values: V) => void;
  send: () => Promise<void>;
}

/** The choice of a form: to show the newer thing, or to save its own values in place of it. */
export const offerChoiceTo = <V,>(
  description: ErrorDescription,
  { read, begin, show, send }: Editing<V>,
): FormProblem =>
  offerChoice(description, {
    load: ({ revision, newest }) => {
      begin(revision);
      show(read(newest));
    },
    keep: ({ revision }) => {
      begin(revision);
      void send();
    },
  });
