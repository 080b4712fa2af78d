/** What calls the functions and types of docs/other-languages.md in their languages. */

/** Read messages from standard input, four lines each, and print whether each is genuine. */
export const drivers = {
  go: `package main

import (
	"bufio"
	"fmt"
	"net/http"
	"os"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	next := func() string { lines.Scan(); return lines.Text() }
	for lines.Scan() {
		header := http.Header{}
		header.Set("webhook-id", lines.Text())
		header.Set("webhook-timestamp", next())
		header.Set("webhook-signature", next())
		fmt.Println(isGenuine(header, []byte(next()), os.Getenv("SECRET")))
	}
}
`,
  ruby: `require_relative "verify"
names = %w[webhook-id webhook-timestamp webhook-signature]
$stdin.each_line(chomp: true).each_slice(4) { |*head, body| puts genuine?(names.zip(head).to_h, body, ENV["SECRET"]) }
`,
  php: `<?php
require "verify.php";
foreach (array_chunk(file("php://stdin", FILE_IGNORE_NEW_LINES), 4) as [$id, $timestamp, $signature, $body]) {
    $headers = ["webhook-id" => $id, "webhook-timestamp" => $timestamp, "webhook-signature" => $signature];
    echo json_encode(is_genuine($headers, $body, getenv("SECRET"))), "\\n";
}
`,
  csharp: `using System;
using System.Collections.Generic;
using System.Text;

static class Driver
{
    static void Main()
    {
        Console.InputEncoding = new UTF8Encoding(false);
        var secret = Environment.GetEnvironmentVariable("SECRET");
        for (string id; (id = Console.ReadLine()) != null;)
        {
            var headers = new Dictionary<string, string>
            {
                ["webhook-id"] = id,
                ["webhook-timestamp"] = Console.ReadLine(),
                ["webhook-signature"] = Console.ReadLine()
            };
            var body = Encoding.UTF8.GetBytes(Console.ReadLine());
            Console.WriteLine(Webhook.IsGenuine(name => headers[name], body, secret));
        }
    }
}
`
} as const

/** Read deals.json by the generated types; the files to run, of which the last is this. Ruby's need a gem that is not looked for. */
export const types = {
  go: {
    files: "types.go deals.go",
    code: `package main

import (
	"fmt"
	"os"
)

func main() {
	text, _ := os.ReadFile("deals.json")
	page, err := UnmarshalDealList(text)
	if err != nil {
		panic(err)
	}
	fmt.Println(len(page.Data), page.Data[0].Name, page.Data[0].Stage.Region)
}
`
  },
  ruby: {
    files: "types.rb deals.rb",
    code: 'exec "ruby", "-c", "types.rb"\n'
  },
  php: {
    files: "types.php deals.php",
    code: `<?php
require "types.php";
$page = DealList::from(json_decode(file_get_contents("deals.json")));
[$first] = $page->getData();
echo count($page->getData()), " ", $first->getName(), " ", $first->getStage()->toRegion(), "\\n";
`
  },
  csharp: {
    files: "Types.cs Deals.cs",
    code: `using System.IO;
using Newtonsoft.Json;
using QuickType;

static class Deals
{
    static void Main()
    {
        var page = JsonConvert.DeserializeObject<DealList>(File.ReadAllText("deals.json"));
        var first = page.Data[0];
        System.Console.WriteLine($"{page.Data.Length} {first.Name} {first.Stage.Region.ToString().ToLower()}");
    }
}
`
  }
} as const
