/** What every page says of itself. */
export const help = {
  'help.pages': 'Pages of the documentation',
  'help.english': 'The documentation is in English.',
  'help.none': 'No such page of the documentation',
  'help.none.about': 'The list below names those that come with this server.',
  'help.home':
    'What ends, waits or lacks stands at the top, what is in the map below it. Each number leads to a table of what it counts.',
  'help.search':
    'Names, addresses and references are found without case and accents, and pages too. “Ctrl+K” opens the search wherever you are.',
  'help.table':
    'Click a heading to sort, add filters, choose columns; the address holds all of it and can be sent to a colleague. Tick rows to change, delete or export several at once.',
  'help.diagrams':
    'Diagrams that somebody drew by hand in Mercator are kept for it: they are shown and drawn there. Meridian draws its own pictures, from what the map holds.',
  'help.object':
    'All that the map knows of one object: its fields, what it is linked to, its documents and who said what. “Edit” changes it, and its changes can be put back.',
  'help.form':
    'Only what you change is sent; what somebody else changes meanwhile is kept or shown to you. Type in a field of links to find objects, or make new ones there.',
  'help.map':
    'Pictures show the whole, “Explore” goes from object to object, “What if it fails?” says what an outage takes with it. The key “?” lists all keys.',
  'help.reports':
    'A report is the map as a document, a workbook or CSV. Choose what it takes, look at its first rows, then download it.',
  'help.vulnerabilities':
    'The first line is what to do first, and says why. Decide what becomes of one, or tick several; a decision can end on a day. Sources and their age stand below.',
  'help.checks':
    'Checks look at the map every night and say what needs attention, and what to do about it. Accept what you live with, for a reason and until a day; filter a table to make a check of your own.',
  'help.templates':
    'A template makes a file for another tool from a list, a query or a report. Fill one with filters on top, copy one that came with Meridian, or write your own with the result beside it.',
  'help.queries':
    'A query asks across several kinds of objects, in words or as text, and shows a table or a picture. Stored under a name it can be shared and runs again whenever it is opened.',
  'help.import':
    'Choose a kind and a file: each change is shown before anything is stored, and all rows are stored or none. An empty workbook with the right headings can be downloaded first.',
  'help.feed':
    'A file of a scan or an inventory becomes a plan of what would change; nothing is stored until somebody applies it. Given again, the same file changes nothing.',
  'help.plans':
    'Plans wait until somebody applies or discards them; runs are what was applied. A run can be undone as long as nothing later stands on it.',
  'help.sources':
    'A source is a tool that feeds the map; the map remembers what each of them said. Its settings decide whose value holds where two disagree.',
  'help.users':
    'Whoever signs in is a user, with one or several roles. You cannot give a role that can do more than you can.',
  'help.roles':
    'A role is a set of rights to list, read, create, edit and delete kinds of objects. A right to write includes listing and reading.',
  'help.delegations':
    'A delegation lets somebody read and edit one object without a right to its kind. It can be given to a user or to a role.',
  'help.tokens':
    'Scripts sign in with a token in place of a password. It is shown once, may do what you may do, and can be revoked at any time.',
  'help.hooks':
    'A webhook sends changes to an address of another program. Whoever listens there checks with the secret that they come from here.',
  'help.journal':
    'Who did what and when, with the values before and after. Narrow it by person, kind, action and time.',
  'help.help':
    'These pages come with the server and tell of the release that it runs. The list at the end of each page leads to the others.',
} as const;
