//! Reads TOML by hand so that every error names the file, the line and the field.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value in a file, with the way to it.
#[derive(Clone)]
pub struct Field<'a> {
    file: &'a str,
    text: &'a str,
    path: String,
    value: &'a DeValue<'a>,
    at: usize,
}

/// The whole of a file.
pub fn parse<'a>(file: &str, text: &'a str) -> Result<Spanned<DeTable<'a>>, String> {
    DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        format!("{file}, line {}: {}", line(text, at), error.message())
    })
}

fn line(text: &str, at: usize) -> usize {
    text.as_bytes().iter().take(at).filter(|byte| **byte == b'\n').count() + 1
}

/// The top-level fields of a file.
pub fn top<'a>(file: &'a str, text: &'a str, table: &'a DeTable<'a>) -> Vec<(String, Field<'a>)> {
    let field = |(key, value): (&'a Spanned<_>, &'a Spanned<DeValue<'a>>)| {
        let key: &std::borrow::Cow<'a, str> = key.get_ref();
        let at = value.span().start;
        (key.to_string(), Field { file, text, path: key.to_string(), value: value.get_ref(), at })
    };
    table.iter().map(field).collect()
}

impl<'a> Field<'a> {
    /// An error that names this field.
    pub fn wrong(&self, why: impl std::fmt::Display) -> String {
        format!("{}, line {}: {}: {why}", self.file, line(self.text, self.at), self.path)
    }

    fn below(&self, path: String, value: &'a Spanned<DeValue<'a>>) -> Field<'a> {
        let at = value.span().start;
        Field { file: self.file, text: self.text, path, value: value.get_ref(), at }
    }

    /// The fields of a table in the order of their names.
    pub fn table(&self) -> Result<Vec<(String, Field<'a>)>, String> {
        let table = self.value.as_table().ok_or_else(|| self.wrong("a table is due here"))?;
        let mut fields = Vec::new();
        for (key, value) in table.iter() {
            let key = key.get_ref().to_string();
            let path = format!("{}.{key}", self.path);
            fields.push((key, self.below(path, value)));
        }
        // As they stand in the file.
        fields.sort_by_key(|(_, field)| field.at);
        Ok(fields)
    }

    pub fn find(&self, key: &str) -> Result<Option<Field<'a>>, String> {
        Ok(self.table()?.into_iter().find(|(name, _)| name == key).map(|(_, field)| field))
    }

    pub fn get(&self, key: &str) -> Result<Field<'a>, String> {
        self.find(key)?.ok_or_else(|| self.wrong(format!("`{key}` is missing")))
    }

    /// Refuses fields of other names than these.
    pub fn only(&self, names: &[&str]) -> Result<(), String> {
        for (name, field) in self.table()? {
            if !names.contains(&name.as_str()) {
                return Err(field.wrong(format!("no such field; there are {}", names.join(", "))));
            }
        }
        Ok(())
    }

    pub fn list(&self) -> Result<Vec<Field<'a>>, String> {
        let list = self.value.as_array().ok_or_else(|| self.wrong("a list is due here"))?;
        let field = |(i, value)| self.below(format!("{}[{}]", self.path, i + 1), value);
        Ok(list.iter().enumerate().map(field).collect())
    }

    pub fn str(&self) -> Result<&'a str, String> {
        match self.value {
            DeValue::String(text) => Ok(text),
            _ => Err(self.wrong("a text in quotes is due here")),
        }
    }

    pub fn bool(&self) -> Result<bool, String> {
        self.value.as_bool().ok_or_else(|| self.wrong("`true` or `false` is due here"))
    }

    pub fn int(&self) -> Result<i64, String> {
        let number =
            self.value.as_integer().and_then(|n| i64::from_str_radix(n.as_str(), n.radix()).ok());
        number.ok_or_else(|| self.wrong("a whole number is due here"))
    }

    /// A whole number in a range.
    pub fn number<T: TryFrom<i64>>(&self, least: i64, most: i64) -> Result<T, String> {
        let number = self.int()?;
        let fits = (least..=most).contains(&number);
        let number = if fits { T::try_from(number).ok() } else { None };
        number.ok_or_else(|| self.wrong(format!("a number from {least} to {most} is due here")))
    }

    /// What `read` makes of the text.
    pub fn read<T>(&self, what: &str, read: impl Fn(&str) -> Option<T>) -> Result<T, String> {
        let text = self.str()?;
        read(text).ok_or_else(|| self.wrong(format!("`{text}` is no {what}")))
    }

    /// What `read` makes of each text of a list.
    pub fn all<T>(&self, what: &str, read: impl Fn(&str) -> Option<T>) -> Result<Vec<T>, String> {
        self.list()?.iter().map(|field| field.read(what, &read)).collect()
    }
}
