import type { FieldValues } from '@atelier/contracts/fields/fields';
import { isFile } from '@atelier/contracts/fields/file-value';
import { type PieceFiles, textOfFile } from '@atelier/pieces/files';
import type { CompiledPiece } from '../compile-flow.ts';
import { knownInput, type StepInput } from '../step-input.ts';

const filesAmong = ({ action }: Pick<CompiledPiece, 'action'>, resolved: FieldValues) =>
  action.fields.flatMap(({ name, type }) => {
    const value = resolved[name];
    return type === 'LONG_TEXT' && isFile(value) ? [{ name, file: value }] : [];
  });

/** Gives the text of a file to a step that wants a text. Throws PieceError. */
export const withFileTexts = async (
  step: Pick<CompiledPiece, 'action'>,
  input: StepInput,
  { files, signal }: { files: PieceFiles; signal: AbortSignal },
): Promise<StepInput> => {
  const given = await input.resolved();
  const found = filesAmong(step, given);
  if (found.length === 0) return input;
  const texts: FieldValues = {};
  for (const { name, file } of found) texts[name] = await textOfFile(files, file, signal);
  return knownInput(step, { ...given, ...texts });
};

/** Returns the input that is shown: a file that stands for its text is shown as the file. */
export const withShownFiles = async (
  step: Pick<CompiledPiece, 'action'>,
  input: StepInput,
): Promise<FieldValues> => {
  const found = filesAmong(step, await input.resolved());
  return { ...(await input.values()), ...Object.fromEntries(found.map(({ name, file }) => [name, file])) };
};
