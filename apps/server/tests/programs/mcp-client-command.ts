/**
 * The command that the official scenarios for clients start, with the address of a server as its last argument. It hands the order to the
 * test, which carries it out with our client, and ends when that is done.
 */
const {
  CLIENT_DRIVER = '',
  MCP_CONFORMANCE_SCENARIO: scenario,
  MCP_CONFORMANCE_CONTEXT: context,
} = process.env;
const response = await fetch(CLIENT_DRIVER, {
  method: 'POST',
  body: JSON.stringify({ url: process.argv.at(-1), scenario, context }),
});
process.exitCode = response.ok ? 0 : 1;

export {};
