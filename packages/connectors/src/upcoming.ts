import { type ImportType, importKinds } from '@atelier/contracts/content/bases/import-shapes';

/** A source that is announced but not available yet. Its help offers another way to import its content. */
export interface UpcomingConnector {
  id: string;
  /** The name of its import type, where it has one. */
  title: string;
  description: string;
  /** Instructions, one step per entry, in Markdown without HTML. */
  help: readonly string[];
  /** The import type that the source will have. Once a connector exists, the entry of the source is no longer upcoming. */
  type?: ImportType | undefined;
}

/** A way to reach another program, which apps and agents use too. Documents that it imports have the import type `type`. */
export interface Plugin {
  id: string;
  title: string;
  description: string;
  help: readonly string[];
  type?: ImportType;
}

const upload = 'Choose “Documents” as the source here and drop the files in.';

type AnnouncedConnector = Omit<UpcomingConnector, 'title' | 'type'> &
  ({ title: string; type?: undefined } | { title?: undefined; type: ImportType });

const announced: readonly AnnouncedConnector[] = [
  {
    id: 'gmail',
    type: 'GMAIL',
    description: 'Mails of a label, with their attachments.',
    help: [
      'Open **takeout.google.com** and choose **Mail**, then only the label that you need.',
      'Export once, as a **.zip** file, and unpack it when the mail with the link arrives.',
      'Save the mails that matter as PDF or text: the archive itself (.mbox) holds all of them in one file.',
      upload,
    ],
  },
  {
    id: 'google-calendar',
    type: 'CALENDAR',
    description: 'Events with their notes, guests and times.',
    help: [
      'Open **calendar.google.com** on a computer and click the gear, then **Settings**.',
      'Choose **Import & export**, then **Export**. You get one .ics file for each calendar.',
      'Open it with a text editor and save it with the ending **.txt**.',
      upload,
    ],
  },
  {
    id: 'slack',
    type: 'SLACK',
    description: 'Messages and threads of the channels that you choose.',
    help: [
      'As an owner or administrator, open **Settings & administration → Workspace settings** in Slack.',
      'Choose **Import/Export data**, then **Export**, a range of dates, and **Start export**.',
      'Unpack the archive: each channel is a folder with a JSON file for each day.',
      upload,
    ],
  },
  {
    id: 'aws-s3',
    title: 'AWS S3',
    description: 'Files of a bucket or of one folder in it.',
    help: [
      'Install the AWS command line and sign in with `aws configure`; reading the bucket is all that is needed.',
      'Download the folder: `aws s3 sync s3://my-bucket/handbook ./handbook`.',
      'Choose “Documents” as the source here, then **Choose a folder**.',
      'To bring it up to date, run the command again and drop the folder once more; unchanged files are not read again.',
    ],
  },
  {
    id: 'excel',
    title: 'Excel',
    description: 'Workbooks in Microsoft 365, kept up to date.',
    help: [
      'Open the workbook in Excel and choose **File → Save a Copy → Download a Copy**.',
      'Excel files (.xlsx, .xls) are read as they are: each sheet with its headings, row by row.',
      upload,
    ],
  },
  {
    id: 'github',
    title: 'Github',
    description: 'Documentation, issues and discussions of a repository.',
    help: [
      'Open the repository and choose **Code → Download ZIP**, then unpack it.',
      'Choose “Documents” as the source here, then **Choose a folder**, for example `docs`.',
      'Issues can be read today with the **API** source: `https://api.github.com/repos/OWNER/NAME/issues`.',
    ],
  },
  {
    id: 'database',
    title: 'Database',
    description: 'MySQL, SQL Server, Oracle and others.',
    help: [
      'PostgreSQL, Redshift, MongoDB and Elasticsearch have entries of their own in this list.',
      'For another database, export the result of a query as **CSV**, with the names of the columns in the first row.',
      upload,
    ],
  },
  {
    id: 'reddit',
    title: 'Reddit',
    description: 'Posts and comments of a community.',
    help: [
      'Open the post in the browser and print the page, choosing **Save as PDF** as the printer.',
      'Do so for each post that matters; ask its author before you use what others wrote.',
      upload,
    ],
  },
  {
    id: 'zendesk',
    title: 'Zendesk',
    description: 'Tickets and articles of a help center.',
    help: [
      'A public help center can be read today: choose **Website** here and give its address.',
      'For tickets, open the **Admin Center** and choose **Account → Tools → Reports**, then export as CSV.',
      upload,
    ],
  },
  {
    id: 'youtube',
    title: 'Youtube',
    description: 'What is said in the videos of a channel or playlist.',
    help: [
      'Open the video, then **…more** under it, and choose **Show transcript**.',
      'Select the transcript and copy it.',
      'Choose “Documents” as the source here, then **Add text**, and paste it with the title of the video.',
    ],
  },
  {
    id: 'jira',
    type: 'JIRA',
    description: 'Issues with their comments, chosen by a query.',
    help: [
      'Search for the issues in Jira under **Filters → Advanced issue search**.',
      'Choose **Export → Export CSV (all fields)**.',
      upload,
    ],
  },
  {
    id: 'confluence',
    type: 'CONFLUENCE',
    description: 'Pages of the spaces that you choose.',
    help: [
      'Open the space and choose **Space settings → Export space**.',
      'Choose **HTML**, then the pages, and unpack the archive.',
      'Choose “Documents” as the source here, then **Choose a folder**.',
    ],
  },
  {
    id: 'notion',
    type: 'NOTION',
    description: 'Pages and databases of a workspace.',
    help: [
      'Open the page and choose **··· → Export**, with **Markdown & CSV** and **Include subpages**.',
      'Unpack the archive.',
      'Choose “Documents” as the source here, then **Choose a folder**.',
    ],
  },
  {
    id: 'google-docs',
    type: 'DOCS',
    description: 'Documents, kept up to date.',
    help: ['Open the document and choose **File → Download → Microsoft Word (.docx)**.', upload],
  },
  {
    id: 'google-sheet',
    type: 'SHEETS',
    description: 'Sheets row by row, kept up to date.',
    help: ['Open the sheet and choose **File → Download → Microsoft Excel (.xlsx)**.', upload],
  },
  {
    id: 'google-slide',
    type: 'SLIDE',
    description: 'Slides with their notes, kept up to date.',
    help: ['Open the slides and choose **File → Download → Microsoft PowerPoint (.pptx)**.', upload],
  },
  {
    id: 'google-drive',
    type: 'GOOGLEDRIVE',
    description: 'Files of the folders that you choose.',
    help: [
      'Right-click the folder in **drive.google.com** and choose **Download**; documents become Office files.',
      'Unpack the archive, then choose “Documents” as the source here and **Choose a folder**.',
    ],
  },
  {
    id: 'one-drive',
    type: 'ONEDRIVE',
    description: 'Files of the folders that you choose.',
    help: [
      'Select the folder in **onedrive.com** and choose **Download**.',
      'Unpack the archive, then choose “Documents” as the source here and **Choose a folder**.',
    ],
  },
  {
    id: 'sharepoint',
    type: 'SHAREPOINT',
    description: 'Pages and files of a site.',
    help: [
      'Open **Documents** on the site, select the folders and choose **Download**.',
      'Unpack the archive, then choose “Documents” as the source here and **Choose a folder**.',
    ],
  },
  {
    id: 'microsoft-teams',
    type: 'TEAMS',
    description: 'Messages of the channels that you choose.',
    help: [
      'Open the **Files** tab of the channel and choose **Download**.',
      'Copy conversations that matter into a text: “Documents” here, then **Add text**.',
    ],
  },
  {
    id: 'servicenow',
    type: 'SERVICENOW',
    description: 'Articles and incidents of an instance.',
    help: [
      'Open the list, for example **Knowledge → Published**, and narrow it to what you need.',
      'Right-click a column and choose **Export → CSV**.',
      upload,
    ],
  },
];

/**
 * The announced sources in the order of the list: first those that the requirements name (CONNECTOR-03), then the remaining
 * import types.
 */
export const upcomingConnectors: readonly UpcomingConnector[] = announced.map((each) => ({
  ...each,
  title: each.title ?? importKinds[each.type].name,
}));

/** The plugins (CONNECTOR-04, CONNECTOR-35). One with a `type` opens that import; the others are upcoming. */
export const plugins: readonly Plugin[] = [
  {
    id: 'plugin-jira',
    type: 'JIRA',
    title: 'Jira',
    description: 'Issues of your projects.',
    help: [
      'Search for the issues in Jira under **Filters → Advanced issue search**.',
      'Choose **Export → Export CSV (all fields)**.',
      upload,
    ],
  },
  {
    id: 'plugin-google-calendar',
    type: 'CALENDAR',
    title: 'Google Calendar',
    description: 'Events of your calendars.',
    help: [
      'Open **calendar.google.com** on a computer and click the gear, then **Settings**.',
      'Choose **Import & export**, then **Export**. You get one .ics file for each calendar.',
      'Open it with a text editor and save it with the ending **.txt**.',
      upload,
    ],
  },
  {
    id: 'plugin-microsoft-calendar',
    title: 'Microsoft Calendar',
    description: 'Events of an Outlook calendar.',
    help: [
      'Open **Outlook** on a computer, then **File → Open & Export → Import/Export**.',
      'Choose **Export to a file → Comma Separated Values**, then the calendar.',
      upload,
    ],
  },
  {
    id: 'plugin-rest-api-call',
    type: 'API',
    title: 'Rest API Call',
    description: 'What an address answers, as documents.',
    help: [
      'Have the address at hand, and a key if it asks for one.',
      'Choose this entry, fill in the address, at most 3 headers and 3 query parameters, and press **Test**.',
      'Say which part of the answer is one document, then go on as with any source.',
    ],
  },
];
