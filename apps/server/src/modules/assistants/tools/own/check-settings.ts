import { checkRequest, type RequestProblem } from '@atelier/agents/tools';
import type { ToolSettings } from '@atelier/contracts/assistants/tools/tool-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { findConnection } from '../../../content/connections/index.ts';
import { connectionOf, findDefaultTool } from '../default-tools.ts';
import { findAction } from '../find-action.ts';

const refuse = (issues: RequestProblem[]): never => fail('tools.invalid', { issues });

/** The kind of connection that requests can be sent with. */
const requestConnection = () => findAction('http', 'send_request')?.piece.connection;

const checkHttp = ({ request }: ToolSettings): void => {
  if (!request) return refuse([{ path: 'request', message: 'Please describe the request.' }]);
  const issues = checkRequest(request).map(({ path, message }) => ({ path: `request.${path}`, message }));
  if (issues.length > 0) refuse(issues);
};

const checkDefault = ({ defaultToolId, connectionId }: ToolSettings): void => {
  const tool = findDefaultTool(defaultToolId ?? '');
  if (!tool) return refuse([{ path: 'defaultToolId', message: 'Please choose a tool.' }]);
  if (!connectionOf(tool))
    refuse([
      { path: 'defaultToolId', message: 'This tool needs no connection. Agents can use it as it is.' },
    ]);
  if (connectionId === null) refuse([{ path: 'connectionId', message: 'Please choose a connection.' }]);
};

/** Throws `tools.invalid` and `tools.connection_not_fitting`. */
export const checkSettings = async (tx: TxCtx, settings: ToolSettings): Promise<void> => {
  if (settings.kind === 'HTTP') checkHttp(settings);
  else checkDefault(settings);
  const { kind, defaultToolId, connectionId } = settings;
  if (connectionId === null) return;
  const base = findDefaultTool(defaultToolId ?? '');
  const wanted = kind === 'HTTP' ? requestConnection() : base && connectionOf(base);
  const found = await findConnection(tx, connectionId);
  if (!wanted || found?.kind !== wanted.kind || found.service !== wanted.service)
    fail('tools.connection_not_fitting');
};
