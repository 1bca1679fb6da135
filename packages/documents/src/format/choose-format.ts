import { DocumentError } from '../document-error.ts';
import { type Detected, detectFormat } from './detect-format.ts';
import { type Format, findFormatByName, formats, parseExtension } from './formats.ts';

/** The format as which a file is read, and whether its name suggested another one. */
export type Choice = { format: Format; renamed: boolean };

/** Chooses between a file's name and its bytes. The bytes decide, provided that they can be read. */
export async function chooseFormat(file: { path: string; name: string }): Promise<Choice> {
  const named = findFormatByName(file.name);
  const detected = await detectFormat(file.path, named);
  if (named === null) return chooseWithoutName(file.name, detected);
  // Nothing in a mail has to be text: old programs wrote any bytes into it.
  if ((named === 'mail' || named === 'mailbox') && detected.kind !== 'document')
    return { format: named, renamed: false };
  if (detected.kind === 'foreign') {
    throw new DocumentError('documents.mislabelled', `named ${named}, is ${detected.type}`);
  }
  if (detected.kind === 'unknown') throw new DocumentError('documents.corrupt', `no signature of ${named}`);
  // The cost of a file is estimated from its name before it is opened.
  if (detected.format === 'recording' && named !== 'recording')
    throw new DocumentError('documents.mislabelled', `named ${named}, is a recording`);
  if (detected.kind === 'document') return { format: detected.format, renamed: detected.format !== named };
  return chooseText(named, detected.format);
}

function chooseText(named: Format, detected: Format): Choice {
  // Workbooks and pages are XML, too.
  if (named === 'xml' && (detected === 'xls' || detected === 'html'))
    return { format: detected, renamed: false };
  if (detected === named || formats[named].family === 'text') return { format: named, renamed: false };
  if (detected === 'text' && (named === 'xls' || named === 'xlsx' || named === 'ods')) {
    return { format: 'csv', renamed: true };
  }
  return { format: detected, renamed: true };
}

function chooseWithoutName(name: string, detected: Detected): Choice {
  const nameless = parseExtension(name) === '';
  const isReadable = detected.kind === 'document' && detected.format !== 'recording';
  if (isReadable) return { format: detected.format, renamed: !nameless };
  if (detected.kind === 'text' && nameless) return { format: detected.format, renamed: false };
  const type = nameless ? 'nameless' : `.${parseExtension(name)}`;
  throw new DocumentError('documents.unsupported', `${type}, ${detected.kind}`);
}
