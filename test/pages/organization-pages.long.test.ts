// The pages of an organization: one service and one browser for all of them.
import './shell.suite.ts';
import './sign-page.suite.ts';
import './signing-pages.suite.ts';
import './large-files-page.suite.ts';
import './connected-stores-page.suite.ts';
import './api-keys-page.suite.ts';
import './team-pages.suite.ts';
import './records-pages.suite.ts';
import './report-pages.suite.ts';
import './audit-page.suite.ts';
import './plan-pages.suite.ts';
import './webhook-pages.suite.ts';
import './certificates-page.suite.ts';
import './domains-page.suite.ts';
