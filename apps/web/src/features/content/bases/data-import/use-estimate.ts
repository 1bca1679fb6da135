import type { ImportEstimate, NewEstimate } from '@atelier/contracts/content/sources/source-shapes';
import { sources } from '@atelier/contracts/content/sources/sources';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../lib/server/api.ts';
import { measureFile } from '../model/measure-file.ts';

type Question = Omit<NewEstimate, 'files' | 'imageHandling' | 'summarize'> & {
  files: readonly File[];
  imageHandling?: NewEstimate['imageHandling'] | undefined;
  summarize?: boolean;
};

/** The most files that one request for an estimate may name. */
const mostFiles = 1000;

/** Adds the estimates of the parts of a large import. */
export const addEstimates = (parts: readonly ImportEstimate[]): ImportEstimate => {
  const sum = (pick: (part: ImportEstimate) => number) =>
    parts.reduce((total, part) => total + pick(part), 0);
  return {
    documents: sum((part) => part.documents),
    pages: sum((part) => part.pages),
    tokens: sum((part) => part.tokens),
    seconds: sum((part) => part.seconds),
    credits: sum((part) => part.credits),
    isExact: parts.every((part) => part.isExact),
    note: parts.find((part) => part.note !== null)?.note ?? null,
  };
};

const ask = async ({ files, ...rest }: Question): Promise<ImportEstimate> => {
  const named = await Promise.all(files.map(measureFile));
  const parts: ImportEstimate[] = [];
  for (let at = 0; at === 0 || at < named.length; at += mostFiles) {
    const { source, ...settings } = rest;
    const body = at === 0 ? { ...settings, source } : settings;
    parts.push(
      await call(sources.endpoints.estimate, { body: { ...body, files: named.slice(at, at + mostFiles) } }),
    );
  }
  return addEstimates(parts);
};

/** Estimates the size and cost of an import. The estimate is read again each time that it is shown. */
export const useEstimate = (question: Question) => {
  const { files, ...rest } = question;
  const named = files.map(({ name, size }) => `${name} ${size}`);
  return useQuery({
    queryKey: [sources.endpoints.estimate.path, rest, named],
    queryFn: () => ask(question),
    gcTime: 0,
    retry: false,
  });
};
