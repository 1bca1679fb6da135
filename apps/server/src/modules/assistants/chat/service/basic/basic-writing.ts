import type { ModelUsage } from '@atelier/models';
import type { ResolvedChatModel } from '../../../../content/models/index.ts';
import type { PaidEmbeddings } from '../../../../content/search/index.ts';
import type { AnsweredBy, AskedFile, Writing } from '../../../apps/declarations.ts';

/** An answer from the app's knowledge bases that is being written. */
export interface BasicWriting extends Writing {
  app: AnsweredBy;
  question: string;
  /** The file that answers, in the place of the knowledge bases. */
  file: AskedFile | undefined;
  resolved: ResolvedChatModel;
  paid: PaidEmbeddings | undefined;
  onUsage: (usage: ModelUsage) => void;
  /** Called with the failure of the model before it is thrown, because an answer for which nothing was written costs nothing. */
  onFailure: (error: unknown) => void;
}

/** Returns the text that the app's owner adds to every question (CHUNK-02). */
export const findStaticText = ({ settings }: AnsweredBy): string | undefined => {
  const { enabled, text } = settings.chunkingStrategy.staticText;
  return enabled ? text : undefined;
};
