/** Texts of the pages of reports. */
export const reports = {
  'reports.title': 'Reports',
  'reports.about':
    'Tables and documents about the map, made at the moment when you ask for them. They hold what you may see.',
  'reports.not-allowed': 'You may not read reports. An administrator gives rights through roles.',
  'reports.none': 'No such report',
  'reports.none.about':
    'There is no report “{name}”, or you may not see what it is about. The list shows those that there are.',
  'reports.choices': 'What the report is to show',
  'reports.usual': 'as usual',
  'reports.all': 'All of them if none is ticked.',
  'reports.language': 'Language of the file',
  'reports.files': 'Download',
  'reports.format.xlsx': 'Workbook (XLSX)',
  'reports.format.csv': 'Table (CSV)',
  'reports.format.docx': 'Document (DOCX)',
  'reports.format.json': 'For programs (JSON)',
  'reports.preview': 'Preview',
  'reports.preview.show': 'Show the first rows',
  'reports.preview.reading': 'Making the report…',
  'reports.preview.empty': 'There is nothing in it.',
  'reports.preview.rows': { one: '{shown} of {count} row', other: '{shown} of {count} rows' },
  'reports.preview.cut': {
    one: 'The first row; the file has many more, and perhaps further sheets.',
    other: 'The first {count} rows; the file has many more, and perhaps further sheets.',
  },
  'reports.sheets': 'Sheets',
  'download.begun': '{label}: the server is at work…',
  'download.running': '{label}: {size} so far…',
  'download.done': '{label}: {size}, downloaded.',
  'download.stopped': 'Stopped. Nothing was kept.',
  'download.stop': 'Stop',
} as const;
