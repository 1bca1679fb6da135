/** A part of the product that has not been built yet, with the requirements that it will prove. */
export interface BuildingArea {
  name: string;
  /** Prefixes (`FLOW`) and single ids (`ROUTE-11`), separated by spaces. A single id takes precedence over a prefix. */
  takes: string;
}

/** The areas in the order of docs/requirements-open.md. Each requirement that no test proves belongs to exactly one of them. */
export const buildingAreas: readonly BuildingArea[] = [
  {
    name: 'Apps as the documents describe them',
    takes: 'APP CHAT-03 CHAT-13 API-11 UI-13 IMPORT-44',
  },
  { name: 'Website widget', takes: 'WIDGET ROUTE-30 APP-21' },
  {
    name: 'App users and private links',
    takes: 'PRIVATE ROUTE-22 ROUTE-23 ROUTE-24 ROUTE-25 ROUTE-26 ROUTE-27 API-03 GEN-04',
  },
  { name: 'Feedback, suggestions and sessions of a chat', takes: 'FEEDBACK CHAT-08 CHAT-09 CHAT-10' },
  { name: 'Test questions and evaluation', takes: 'TESTQ APP-14 ONBOARD-01 ONBOARD-10 ONBOARD-12 CONST-11' },
  { name: 'Monitor', takes: 'MONITOR ROUTE-16 HEADER-02 HEADER-03 SESSION-06' },
  { name: 'Prompt library', takes: 'PROMPT ROUTE-15 HEADER-04 CONST-02' },
  { name: 'Models', takes: 'MODEL' },
  { name: 'Guardrails', takes: 'GUARD' },
  { name: 'Automated reasoning', takes: 'REASON KB-19 KB-20 KB-21 KB-22' },
  { name: 'Connectors to accounts of others', takes: 'CONNECTOR' },
  { name: 'Flows', takes: 'FLOW PIECE ROUTE-09 ROUTE-11 ROUTE-12 CONST-05 CONST-09 CONST-13 CONST-14' },
  {
    name: 'Agents',
    takes:
      'AGENT TOOL ROUTE-07 ROUTE-08 ROUTE-29 HEADER-24 SESSION-05 FIELD-26 KB-10 TENANT-19 ACCESS ROLE-11 STORAGE-02 TOUR-01 TOUR-10 TOUR-11 TOUR-12 TOUR-13 TOUR-14',
  },
  { name: 'Crews', takes: 'CREW' },
  { name: 'Workers and their records', takes: 'WORKER RECORD ROLE-12 IMPORT-15' },
  { name: 'Data migration', takes: 'MIGRATE ROUTE-17' },
  {
    name: 'CRM screens',
    takes: 'CRM BILLING-07 CONST-15 ROUTE-48 ROUTE-49 ROUTE-50 ROUTE-51 SESSION-08 SESSION-09 API-16',
  },
  { name: 'Field types that no form of the product uses', takes: 'FIELD' },
  { name: 'What only the whole product shows', takes: 'GEN ROUTE-57 ROUTE-59 API-12 API-20' },
  { name: 'Decided otherwise, for a reason (decisions.md)', takes: 'API-14 PASSWORD-16' },
];
