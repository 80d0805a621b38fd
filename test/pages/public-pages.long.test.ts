// The public pages, and the way to an account: one service and one browser for all of them.
import './verify-page.suite.ts';
import './verdict-rows.suite.ts';
import './recovered-credentials.suite.ts';
import './credentials.suite.ts';
import './text-matches.suite.ts';
import './receipt-page.suite.ts';
import './giving-content.suite.ts';
import './certificate-page.suite.ts';
import './account-pages.suite.ts';
import './first-file.suite.ts';
