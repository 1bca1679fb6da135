import type { KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import type { EncodingName } from '@atelier/contracts/content/documents/encodings';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { AnyCtx } from '../../../../../kernel/context/context.ts';
import { keepVersion } from '../../kept-versions/keep-version.ts';
import { lockEditable } from '../../service/retry-import.ts';
import { orderContent } from './edit-content.ts';

/**
 * Makes a new version of a text file by reading it again with another encoding of its characters. The old text is found until then. Throws
 * `knowledge.import_not_found`, `documents.busy`, `documents.nothing_to_edit`, and `documents.not_encoded` for a file that is no text.
 */
export const chooseEncoding = (
  ctx: AnyCtx,
  importId: string,
  encoding: EncodingName,
): Promise<KnowledgeImport> =>
  ctx.tx(async (tx) => {
    const { import: row } = await lockEditable(tx, importId);
    if (row.encoding === null) fail('documents.not_encoded');
    const version = await keepVersion(tx, row, 'ENCODING');
    await tx.audit('knowledge.encoding_chosen', importId, { name: row.name, encoding, version });
    const { fileId, size, corrections } = row;
    return orderContent(tx, row, {
      ...{ fileId, size, corrections },
      encoding: { name: encoding, sure: 'chosen' },
    });
  });
