import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { parseForeignJson } from '@atelier/contracts/kernel/parse-json';
import { PieceError, type PiecePlatform } from '@atelier/pieces';

const refuse = (): never => {
  throw new PieceError('pieces.not_found', 'Agents do not have this action. Please use it in a flow.');
};

/** The default tools of agents use nothing of the product. A model reads what is too large to be parsed as it is. */
export const noPlatform: PiecePlatform = {
  askModel: refuse,
  checkFit: refuse,
  listModels: refuse,
  listFlows: refuse,
  listKnowledgeBases: refuse,
  listApps: refuse,
  listTakers: refuse,
  askKnowledge: refuse,
  runApp: refuse,
  checkText: refuse,
  maskPersonalData: refuse,
  readJson: (json) => Promise.resolve(parseForeignJson(json) as JsonValue | undefined),
  storage: { get: refuse, put: refuse, delete: refuse },
  files: {
    read: refuse,
    write: refuse,
    list: refuse,
    delete: refuse,
    extractText: refuse,
    zip: refuse,
    unzip: refuse,
  },
  sendMail: refuse,
};
