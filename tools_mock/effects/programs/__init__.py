"""What programs on a command line would have done: one table a subject.

How to add a program stands in `tools_mock.effects.programs.call`. The objects that effects have:

* files: `path`, with `host` or `container` where it is another machine's; a bucket is `bucket`;
* databases: `table`, `column`, `key`, `database`, `host`;
* version control: `path` of the repository, `remote`, `branch` and `ref` (the same under two
  names), `tag`; a merge has the branch that is merged and the one that it goes to;
* clusters and clouds: `resource` (`deployment/api`), `name`, `namespace`, `context`, `service`,
  `region`, `profile`, `project`, `release`, `stack`, `workspace`, `environment`; containers:
  `container`, `image`, `volume`, `network`;
* machines: `service`, `pid`, `program`, `user`, `group`, `device`, `package`;
* the web: `method`, `host`, `url`; messages: `to`, `channel`; payments: `amount`, `charge`;
* secrets: `secret`, `variable`, or the `path` or `resource` that holds one.

What an effect of its kind always has but the line does not say is there as unknown.
"""
