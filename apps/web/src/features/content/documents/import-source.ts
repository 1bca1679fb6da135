const extensions = {
  AUDIO: ['mp3'],
  IMAGE: ['bmp', 'gif', 'jpg', 'jpeg', 'png', 'webp', 'svg'],
  VIDEO: ['avi', 'flv', 'mkv', 'mov', 'mp4', 'mpeg', 'mpg', 'webm', 'wmv', 'ogv'],
} as const;

const names = new Map<string, string>([
  ['WEBSITE', 'URL'],
  ['DOCS', 'Google Docs'],
  ['SHEETS', 'Google Sheet'],
  ['CALENDAR', 'Google Calendar'],
  ['SLIDE', 'Google Slide'],
  ['REDSHIFT', 'AWS RedShift'],
  ['TEAMS', 'Microsoft Teams'],
  ['ONEDRIVE', 'One Drive'],
  ['GOOGLEDRIVE', 'Google Drive'],
  ['SLACK', 'Slack'],
  ['MANUAL', 'Text'],
  ['API', 'API'],
  ['JIRA', 'Jira'],
  ['CONFLUENCE', 'Confluence'],
  ['GMAIL', 'Gmail'],
  ['NOTION', 'Notion'],
  ['ELASTICSEARCH', 'Elasticsearch'],
  ['SERVICENOW', 'ServiceNow'],
  ['WEBHOOK', 'Webhook'],
  ['MONGODB', 'MongoDB'],
  ['POSTGRESQL', 'PostgreSQL'],
  ['SHAREPOINT', 'SharePoint'],
]);

/** Returns the extension of a file name in lower case, without its dot; '' when it has none. */
export const toFileExtension = (name: string): string =>
  /\.([^./\\\s]+)$/.exec(name.trim())?.[1]?.toLowerCase() ?? '';

const kindOfFile = (name: string): string => {
  const ending = toFileExtension(name);
  const found = Object.entries(extensions).find(([, endings]) => endings.some((each) => each === ending));
  return found?.[0] ?? 'DOCUMENT';
};

/** Returns the name of the source of a document (IMPORT-16 to IMPORT-33). */
export const sourceKindLabel = ({ type, name }: { type: string; name: string }): string =>
  type === 'FILE' ? kindOfFile(name) : (names.get(type) ?? 'Unknown');
